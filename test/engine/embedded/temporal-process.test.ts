import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findTemporalBinary } from '../../../engine/embedded/temporal-binary.ts';
import { startEmbeddedTemporal } from '../../../engine/embedded/temporal.ts';
import { loadConfig } from '../../../engine/platform/config.ts';

const { cacheDir, temporalCliPath } = loadConfig();

describe('the start of the embedded Temporal server', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-temporal-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 50 }));

  const start = (path?: string) =>
    startEmbeddedTemporal({
      ...{ dataDir, namespace: 'default', uiPort: 0, cacheDir, temporalCliPath: path ?? temporalCliPath },
      log: pino({ level: 'silent' }),
      onProgress: () => undefined,
    });
  const program = async (text: string) => {
    const path = join(dataDir, 'temporal');
    await writeFile(path, `#!/bin/sh\n${text}\n`);
    await chmod(path, 0o700);
    return path;
  };

  it('waits for one that takes longer than the five seconds of the SDK, as on a busy machine', async () => {
    const real = await findTemporalBinary({ cacheDir, temporalCliPath });
    const { address, stop } = await start(await program(`sleep 7; exec "${real ?? ''}" "$@"`));
    await stop();
    expect(address).toMatch(/^127\.0\.0\.1:\d+$/);
  });

  it('says what one wrote that ends', async () => {
    await expect(start(await program('echo "no such option" >&2; exit 3'))).rejects.toThrow(
      /did not start: it ended with code 3\. no such option/,
    );
  });

  it('makes a database again that was being made when its server was ended', async () => {
    await writeFile(join(dataDir, 'temporal.db'), 'a part of the tables');
    await writeFile(join(dataDir, 'temporal.db-unmade'), '');
    await (await start()).stop();
    expect(await readdir(dataDir)).not.toContain('temporal.db-unmade');
    // It is used again, as it is, from now on.
    await (await start()).stop();
  });
});
