import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../engine/platform/config.ts';
import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { ALL_BOUNDS, SECURITY_FILE, withTables } from '../../support/security.ts';

const EXAMPLE = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
const SETTINGS = Object.entries(ALL_BOUNDS).flatMap(([name, { max, setting }]) =>
  setting === undefined ? [] : [{ name, setting, max: String(max) }],
);

describe('docs/security.md', () => {
  it('lists the bounds and the attacks as they are; "npm run security" writes them again', () => {
    const page = readFileSync(SECURITY_FILE, 'utf8');
    expect(page).toBe(withTables(page));
  });
});

describe('a bound', () => {
  it.each(Object.entries(ALL_BOUNDS))(
    'is a positive number with a sentence about what happens beyond it: %s',
    (_, bound) => {
      expect(bound.max).toBeGreaterThan(0);
      expect(bound.beyond).toMatch(/^[A-Z].*\.$/);
    },
  );

  it.each(SETTINGS)('is the default of its setting: $name, $setting', ({ setting, max }) => {
    expect(configEnvironment(loadConfig({}))[setting]).toBe(max);
    expect(EXAMPLE).toMatch(new RegExp(`^${setting}=${max}$`, 'm'));
  });
});
