import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Source folders of the package; `TEXTS` are the documents that it ships. */
const FOLDERS = ['api', 'engine', 'workflows', 'machines', 'console', 'client', 'bin'];
const TEXTS = ['.env.example', 'CHANGELOG.md'];

interface NamedDocument {
  readonly by: string;
  readonly path: string;
  /** The anchor, or the heading, if one is named. */
  readonly anchor: string | null;
  readonly heading: string | null;
}

describe('a document that the package names', () => {
  const named = sources().flatMap(documentsIn);
  const packed = new Set(packedFiles());

  it('is in the package', () => {
    expect(named.map(({ path }) => path)).toEqual(expect.arrayContaining(['docs/client.md', 'docs/on-call.md']));
    expect(named.filter(({ path }) => !packed.has(path))).toEqual([]);
  });

  it('has the heading that is named', () => {
    const parts = named.filter(({ anchor, heading }) => anchor !== null || heading !== null);
    expect(parts.map(({ by }) => by)).toContain('CHANGELOG.md');
    const headings = new Map([...new Set(parts.map(({ path }) => path))].map((path) => [path, headingsOf(path)]));
    const lacks = ({ path, anchor, heading }: NamedDocument) =>
      !(headings.get(path) ?? []).some((each) => each === heading || anchorOf(each) === anchor);
    expect(parts.filter(lacks)).toEqual([]);
  });

  it('takes little room, so the pictures stay in the repository', () => {
    expect([...packed].filter((path) => path.startsWith('docs/') && !path.endsWith('.md'))).toEqual([]);
  });
});

function sources(): string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  return [...files.filter((file) => /\.(?:tsx?|js|html)$/.test(file)), ...TEXTS];
}

/** The documents that a file names: `docs/scale.md`, `docs/scale.md#hash-partitions`, or `docs/scale.md, "Hash partitions"`. */
function documentsIn(by: string): NamedDocument[] {
  const text = readFileSync(join(ROOT, by), 'utf8');
  return [...text.matchAll(/\b(docs\/[\w-]+\.md)(?:#([\w-]+)|, "([^"]+)")?/g)].map(
    ([, path = '', anchor = null, heading = null]) => ({ by, path, anchor, heading }),
  );
}

function headingsOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/^```[^]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function packedFiles(): string[] {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const [{ files } = { files: [] }] = JSON.parse(listed) as { files: { path: string }[] }[];
  return files.map(({ path }) => path);
}
