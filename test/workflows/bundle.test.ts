import { isBuiltin } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import * as workflows from '../../workflows/index.ts';
import { bundle } from './support.ts';

describe('the bundle of the workflows', () => {
  let code: string;
  let sources: string[];

  beforeAll(async () => {
    ({ code } = await bundle());
    sources = sourcesOf(code);
  });

  it('holds every workflow under its public name', () => {
    expect(Object.keys(workflows)).toContain('subscriberImport');
    for (const name of Object.keys(workflows)) expect(code).toContain(`async function ${name}(`);
  });

  it('holds our workflows and machines, and nothing of the engine, the API or their packages', () => {
    const origins = new Set(sources.flatMap((source) => originOf(source)));
    expect([...origins].sort()).toEqual([
      '@temporalio/common',
      '@temporalio/workflow',
      'long',
      'machines',
      'nexus-rpc',
      'workflows',
      'xstate',
    ]);
  });

  it('requires no node built-in', () => {
    expect(sources.filter((source) => isBuiltin(source))).toEqual([]);
    expect(code).not.toMatch(/require\(["']node:/);
  });

  it('cannot be built when a workflow uses a node built-in', async () => {
    const messages: string[] = [];
    const built = bundle('./fixtures/reads-a-file.ts', (message) => messages.push(message));
    await expect(built).rejects.toThrow('Webpack finished with errors');
    expect(messages.join('\n')).toContain('node:fs');
  });
});

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Names of the modules in a bundle, from the source map that ends it. */
function sourcesOf(code: string): string[] {
  const [, map] =
    /sourceMappingURL=data:application\/json;(?:charset=utf-8;)?base64,([A-Za-z0-9+/=]+)/.exec(code) ?? [];
  if (map === undefined) throw new Error('The bundle carries no source map.');
  return (JSON.parse(Buffer.from(map, 'base64').toString()) as { sources: string[] }).sources;
}

/** The package or the room a module comes from; none for webpack's own. */
function originOf(source: string): string[] {
  if (!source.startsWith('/')) return [];
  const path = relative(PROJECT, source);
  const [, name = ''] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [undefined, path.split('/')[0]];
  return [name];
}
