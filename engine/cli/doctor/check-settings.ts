import type { Config } from '../../platform/config.ts';
import type { ConfigurationError } from '../../platform/errors.ts';
import { packageVersion } from '../../platform/package-version.ts';
import { ok, warning, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

/** The findings about settings that could be read. */
export function checkSettings({ databaseUrl, secretKey, tokenSecret }: Config): Finding[] {
  const unset = [
    ...(secretKey === undefined ? ['SECRET_KEY'] : []),
    ...(tokenSecret === undefined ? ['TOKEN_SECRET'] : []),
  ];
  // An engine has one DATA_DIR, which holds both.
  if (databaseUrl === undefined || unset.length === 0) return [ok('settings', 'Every setting is valid.')];
  return [
    warning(
      'settings',
      `Not set: ${unset.join(', ')}. Each machine then uses the file in its own DATA_DIR.`,
      `Set the same ${unset.join(' and ')} for every process.`,
    ),
  ];
}

/** The findings about settings that are wrong, one for each. */
export function wrongSettings({ message }: ConfigurationError): Finding[] {
  return message.split('\n').map((sentence) => {
    const [name = 'A setting'] = /^[A-Z][A-Z0-9_]+/.exec(sentence) ?? [];
    return wrong('settings', `${name} is wrong.`, 'Correct it (.env.example lists all settings).', sentence);
  });
}

/** The versions of the command. */
export function checkVersions(): Finding[] {
  return [ok('versions', `Sluice ${packageVersion()} on Node ${process.versions.node}.`)];
}
