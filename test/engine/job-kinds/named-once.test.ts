import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { JOB_KINDS, CLIENT_JOB_KINDS } from '../../../engine/job-kinds/index.ts';
import type { JobKind } from '../../../engine/job-kinds/job-kind.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Files that name a kind for another reason than to treat its jobs apart. */
const REASONS: Readonly<Record<string, string>> = {
  'workflows/index.ts': 'the list of workflows',
  'workflows/messages.ts': 'a list deletion may send a command',
  'workflows/last-command.ts': 'a list deletion may send a command',
  'engine/cli/sender-name.ts': 'a list deletion may send a command',
  'engine/activities/restart-import.ts': 'an activity of imports',
  'engine/cli/demo.ts': 'it shows an import',
  'engine/cli/sluice.ts': 'the verbs of the command line',
  'engine/cli/verbs/import.ts': 'the import in the body of a call',
  'engine/cli/verbs/webhooks.ts': 'the endpoint in the body of a call',
  'engine/webhooks/secret.ts': 'the record to which a secret belongs',
};

describe('a kind of job', () => {
  it.each(JOB_KINDS)('is named in its own files and in the list of kinds only: $name', (kind) => {
    const names = [kind.name, kind.workflowType, kind.idPrefix].map((name) => new RegExp(`['"\`/]${name}\\b`));
    const found = sources().filter((path) => !isOwn(path, kind.idPrefix) && !(path in REASONS));
    const naming = found.filter((path) => {
      const text = withoutImports(readFileSync(join(ROOT, path), 'utf8'));
      return names.some((name) => name.test(text));
    });
    expect(naming).toEqual([]);
  });

  it('is registered with two lines: one in the list of kinds, one in the list of workflows', () => {
    const lines = [...ROOMS, 'build', 'console'].flatMap(sourcesOf).flatMap((path) => {
      if (isOfExports(path) || GENERATED.has(path) || path in OPTIONAL) return [];
      const found = readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .filter((line) => EXPORTS.test(line));
      return found.map((line) => `${path}: ${line}`);
    });
    expect(lines).toEqual([
      "engine/job-kinds/kinds.ts: export { subscriberExportKind } from './subscriber-export.ts';",
      "workflows/index.ts: export { subscriberExport } from './subscriber-export.ts';",
    ]);
  });

  it('is shown to clients unless they see something else in its place', () => {
    const shown = new Set<JobKind>(CLIENT_JOB_KINDS);
    expect(JOB_KINDS.filter((kind) => !shown.has(kind)).map(({ name }) => name)).toEqual(['webhook_endpoint']);
  });

  it('has names that no other kind has', () => {
    for (const names of [
      JOB_KINDS.map(({ name }) => name),
      JOB_KINDS.map(({ workflowType }) => workflowType),
      JOB_KINDS.map(({ idPrefix }) => idPrefix),
    ]) {
      expect(new Set(names).size).toBe(JOB_KINDS.length);
    }
    expect(JOB_KINDS.filter(({ isNamedByNumber }) => isNamedByNumber === true).length).toBeLessThan(2);
  });
});

/** Subscriber exports by any of their names, and imports of their files. */
const EXPORTS = /subscriber[-_ ]?export|'\.[^']*\/exports?[/.]|exports?-(?:jobs|bounds)|ExportEnded|ExportTooLarge/i;

function isOfExports(path: string): boolean {
  return /subscriber-export|^engine\/db\/exports\/|^engine\/cli\/verbs\/export\.ts$/.test(path);
}

/** Made by commands of CONTRIBUTING.md, and compared with what they would make by tests. */
const GENERATED: ReadonlySet<string> = new Set(['api/routes.ts']);

/** Lists of what a kind need not have. */
const OPTIONAL = {
  'engine/fixtures/kinds.ts': 'records that fixtures load, exports without a workflow too',
  'engine/cli/sluice.ts': 'verbs of the command line',
};

/** Files of a kind carry its name. */
function isOwn(path: string, idPrefix: string): boolean {
  return path.includes(idPrefix);
}

function withoutImports(text: string): string {
  return text.replaceAll(/^(?:import|export) [^;]* from '[^']*';$/gm, '');
}

const ROOMS = ['api', 'engine', 'machines', 'workflows'];

function sources(): string[] {
  return ROOMS.flatMap(sourcesOf);
}

function sourcesOf(room: string): string[] {
  return readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]sx?$/.test(name))
    .map((name) => `${room}/${name}`)
    .sort();
}
