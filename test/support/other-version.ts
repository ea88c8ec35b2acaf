import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { WorkflowBundleOption } from '@temporalio/worker';

/** The root folder of this version of the project, with a separator at its end. */
export const OWN_ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Files and folders that processes of the service load. */
const PARTS = ['api', 'bin', 'client', 'console', 'engine', 'machines', 'workflows', 'package.json', 'tsconfig.json'];

/**
 * Makes a later version of the project: a copy with further migrations.
 * @param root its folder, which is created
 * @param migrations their texts by the names of their files
 */
export async function createLaterVersion(root: string, migrations: Readonly<Record<string, string>>): Promise<void> {
  for (const part of PARTS) await cp(join(OWN_ROOT, part), join(root, part), { recursive: true });
  await linkPackages(root);
  for (const [name, text] of Object.entries(migrations))
    await writeFile(join(root, 'engine', 'db', 'migrations', name), text);
  await compileCommands(root);
}

/** Gives another version the packages of this one; what it compiles is its own. */
export async function linkPackages(root: string): Promise<void> {
  await mkdir(join(root, 'node_modules'), { recursive: true });
  const packages = (await readdir(join(OWN_ROOT, 'node_modules'))).filter((name) => name !== '.cache');
  for (const name of packages) await symlink(join(OWN_ROOT, 'node_modules', name), join(root, 'node_modules', name));
}

/** Makes another version compile its command line, which may take some seconds at its first run. */
export async function compileCommands(root: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'bin', 'sluice.js'), '--help']);
}

/** The workflows of another version, for a worker of this process. */
export async function bundleOf(root: string): Promise<WorkflowBundleOption> {
  const script = `
    import { bundleWorkflows } from './engine/roles/workflow-bundle.ts';
    process.stdout.write(JSON.stringify(await bundleWorkflows({ encrypted: false })));`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: MAX_BUNDLE_BYTES });
  return JSON.parse(stdout) as WorkflowBundleOption;
}

const MAX_BUNDLE_BYTES = 64 * 1024 * 1024;
