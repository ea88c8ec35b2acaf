import { AT_ONCE } from './scenarios/at-once.ts';
import { EXPORTS } from './scenarios/exports.ts';
import { GUARDS } from './scenarios/guards.ts';
import { IMPORTS } from './scenarios/imports.ts';
import { OTHERS } from './scenarios/others.ts';
import { STALLS } from './scenarios/stalls.ts';
import { SUPPRESSIONS } from './scenarios/suppressions.ts';
import { TURNS } from './scenarios/turns.ts';
import { UNDOS } from './scenarios/undos.ts';
import { WEBHOOKS } from './scenarios/webhooks.ts';
import type { Scenarios } from './troubles.ts';

/** Every history that is recorded, by the place where it is kept. */
export const SCENARIOS: Scenarios = {
  ...IMPORTS,
  ...AT_ONCE,
  ...STALLS,
  ...OTHERS,
  ...TURNS,
  ...GUARDS,
  ...EXPORTS,
  ...WEBHOOKS,
  ...SUPPRESSIONS,
  ...UNDOS,
};
