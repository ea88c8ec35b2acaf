import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Imports of a package's JavaScript. */
export interface PackageImports {
  /** Names of other packages, sorted. */
  readonly packages: readonly string[];
  /** Files of its own that are not there, as `importer: path`. */
  readonly missing: readonly string[];
}

/** Reads every import with a literal specifier in the JavaScript below a folder. */
export async function readPackageImports(folder: string): Promise<PackageImports> {
  const packages = new Set<string>();
  const missing: string[] = [];
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.c?js$/.test(name));
  for (const name of names) {
    const { importedFiles } = ts.preProcessFile(await readFile(join(folder, name), 'utf8'), true, true);
    for (const { fileName } of importedFiles) {
      if (fileName.startsWith('.')) {
        if (!existsSync(join(folder, dirname(name), fileName))) missing.push(`${name}: ${fileName}`);
      } else if (!isBuiltin(fileName)) {
        packages.add(packageOf(fileName));
      }
    }
  }
  return { packages: [...packages].sort(), missing };
}

function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
