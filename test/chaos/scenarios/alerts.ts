import { setTimeout as delay } from 'node:timers/promises';
import { NO_PROMTOOL, promtool } from '../../support/promtool.ts';
import { ALERT_FAULTS } from '../alerts/faults.ts';
import type { AlertFault } from '../alerts/faults.ts';
import { unlessFiring } from '../alerts/firing.ts';
import { beginScrapes } from '../alerts/scrapes.ts';
import { startWatchedService } from '../alerts/watched-service.ts';
import type { WatchedService } from '../alerts/watched-service.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { until } from '../until.ts';

/** The metrics of a real service are scraped while it has a fault, and the shipped rules are evaluated as if the fault lasted. */
export const alerts: Scenario = {
  name: 'alerts',
  title: 'each fault fires exactly its alert, by the metrics that API and worker serve',
  only: 'full',
  play: async (stage) => {
    if ((await promtool('--version')) === null) return { skipped: NO_PROMTOOL };
    const service = await startWatchedService(stage);
    const wrong: string[] = [];
    for (const fault of ALERT_FAULTS) wrong.push(...(await playFault(service, fault)));
    await service.close();
    requireNone(wrong);
    return undefined;
  },
};

/** @returns a sentence when other alerts fired than its own */
async function playFault(service: WatchedService, fault: AlertFault): Promise<string[]> {
  const { say, figures } = service.stage;
  const { name, alert } = fault;
  const scrapes = beginScrapes(service.targets);
  await delay(BEFORE_MS);
  const end = await fault.begin(service);
  if (end === null) {
    say(`${name}: not on this machine`);
    await scrapes.end();
    return [];
  }
  const struck = scrapes.count();
  const look = () => unlessFiring(scrapes.soFar(), alert === null ? [] : [alert]);
  const isSeen = await until(`${name} fires ${alert}`, async () => (await look()) === null || null, SEEN).catch(
    () => false,
  );
  // What comes later may fire others.
  await delay(LATER_MS);
  const difference = await look();
  await scrapes.end();
  await end();
  figures.add(`faults with exactly their alert`, difference === null ? 1 : 0);
  say(`${name}: ${difference === null ? (alert ?? 'no alert') : 'OTHER ALERTS'}, ${scrapes.count() - struck} scrapes`);
  return difference === null ? [] : [`${name}: not ${alert}${isSeen ? ' in the end' : ''}: ${difference}`];
}

const BEFORE_MS = 10_000;
const LATER_MS = 35_000;
const SEEN = { limitMs: 180_000, everyMs: 5_000 };
