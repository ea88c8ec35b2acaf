import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cachedBinary, findTemporalBinary } from '../../../engine/embedded/temporal-binary.ts';
import { buildTemporalBinary, TemporalServerUnavailable } from '../../../engine/embedded/temporal-build.ts';

// A small script stands in for Go; nothing here is downloaded or compiled.
describe('getting the Temporal server', () => {
  let dir: string;
  let cacheDir: string;
  let binDir: string;
  const progress: string[] = [];
  const onProgress = (line: string) => void progress.push(line);

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sluice-test-build-'));
    cacheDir = join(dir, 'cache');
    binDir = join(dir, 'bin');
    await mkdir(binDir);
    progress.length = 0;
    vi.stubEnv('PATH', binDir);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(dir, { recursive: true, force: true });
  });

  it('takes the program that is set before the one on PATH, and that before the cache', async () => {
    const cached = await program(cachedBinary(cacheDir), '');
    expect(await findTemporalBinary({ cacheDir })).toBe(cached);
    const onPath = await program(join(binDir, 'temporal'), '');
    expect(await findTemporalBinary({ cacheDir })).toBe(onPath);
    const set = await program(join(dir, 'mine'), '');
    expect(await findTemporalBinary({ cacheDir, temporalCliPath: set })).toBe(set);
  });

  it('refuses a TEMPORAL_CLI_PATH that cannot be run instead of taking another program', async () => {
    await program(join(binDir, 'temporal'), '');

    await expect(findTemporalBinary({ cacheDir, temporalCliPath: '/nowhere' })).rejects.toThrow(
      'TEMPORAL_CLI_PATH is "/nowhere" but that is not an executable file.',
    );
  });

  it('builds with Go into the cache, says how long it takes, and leaves nothing else there', async () => {
    await go('echo "$@" > "$GOBIN/temporal"');

    const path = await buildTemporalBinary({ cacheDir, onProgress });

    expect(path).toBe(cachedBinary(cacheDir));
    expect(await readFile(path, 'utf8')).toBe('install github.com/temporalio/cli/cmd/temporal@v1.5.1\n');
    expect(progress[0]).toBe('Building the Temporal server: 0 s; takes 4 to 5 minutes on two cores, only once.');
    expect(await readdir(join(cacheDir, 'temporal'))).toEqual(['1.5.1']);
  });

  it('builds once when two processes need it', async () => {
    // The first run waits for the second caller to say that it waits, so that the two are sure to overlap.
    await go(
      `echo x >> ${dir}/runs; while [ ! -e ${dir}/go-on ]; do :; done; echo '#!' > "$GOBIN/temporal"; /bin/chmod +x "$GOBIN/temporal"`,
    );
    const noticed = (line: string) => {
      if (line.startsWith('Another process is building')) void writeFile(join(dir, 'go-on'), '');
    };

    const paths = await Promise.all([1, 2].map(() => buildTemporalBinary({ cacheDir, onProgress: noticed })));

    expect(paths).toEqual([cachedBinary(cacheDir), cachedBinary(cacheDir)]);
    expect(await readFile(join(dir, 'runs'), 'utf8')).toBe('x\n');
  });

  it('repeats what Go said when the build fails, and names the three options', async () => {
    await go('echo "no such module" >&2; exit 1');

    const failure = await buildTemporalBinary({ cacheDir, onProgress }).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(TemporalServerUnavailable);
    expect(String(failure)).toMatch(/no such module.*TEMPORAL_CLI_PATH.*install Go.*TEMPORAL_ADDRESS/s);
    expect(await readdir(join(cacheDir, 'temporal'))).toEqual([]);
  });

  it('names the three options when Go is not installed', async () => {
    await expect(buildTemporalBinary({ cacheDir, onProgress })).rejects.toThrow(
      /Go is not installed\. Choose one of three/,
    );
  });

  function go(body: string): Promise<string> {
    return program(join(binDir, 'go'), body);
  }

  async function program(path: string, body: string): Promise<string> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `#!/bin/sh\n${body}\n`);
    await chmod(path, 0o755);
    return path;
  }
});
