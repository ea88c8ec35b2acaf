import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Command } from 'commander';
import { SluiceError } from '../../platform/errors.ts';
import { failureMessage } from '../failure-sentence.ts';
import { collectBundle } from '../support/bundle.ts';

/** `sluice support-bundle [file]`: writes what is needed to help with a service into one file, without addresses and secrets. */
export function supportBundle(): Command {
  return new Command('support-bundle')
    .description(
      "write one file for support: the doctor's findings, versions, settings, figures of the schema and of jobs; no address, secret or file content",
    )
    .argument('[file]', 'the file to write (default: sluice-support-<time>.json.gz in the current folder)')
    .addHelpText('after', '\nTo read it: gunzip --stdout FILE. It changes nothing else.')
    .action(run);
}

async function run(file: string = `sluice-support-${fileTime(new Date())}.json.gz`): Promise<void> {
  const bundle = await collectBundle();
  const content = await promisify(gzip)(`${JSON.stringify(bundle, null, 2)}\n`);
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new SluiceError('internal_error', `The bundle cannot be written: ${failureMessage(error)}`, { cause: error });
  }
  process.stdout.write(`${file}\n`);
}

/** As 20261128T014500Z, which every file system takes. */
function fileTime(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
