import type { Records } from './records.ts';

/** Record that a parameter of a path names, by the segment before it. */
const RECORD_OF: Readonly<Record<string, keyof Records>> = {
  mailing_lists: 'list',
  organizations: 'organization',
  organization: 'organization',
  subscriber_imports: 'import',
  subscribers: 'subscriber',
  subscribers_by_email: 'email',
  custom_fields: 'globalField',
  segments: 'segment',
  templates: 'template',
  seed_lists: 'seedList',
  api_keys: 'apiKey',
  users: 'user',
  confirmed: 'code',
};

/** A parameter of an endpoint's path: what it is called, and which record it names (none: a word of its own). */
export interface Parameter {
  readonly name: string;
  readonly record: keyof Records | null;
}

/** The parameters of an endpoint, in order. */
export function parametersOf(endpoint: string): Parameter[] {
  const segments = endpoint.split('/');
  return segments.flatMap((segment, at) => {
    if (!segment.startsWith(':')) return [];
    const before = segments[at - 1] ?? '';
    return [{ name: segment, record: recordOf(segment, before, endpoint) }];
  });
}

/** The path of an endpoint with the records of `own`, where `others` does not say otherwise by the name of a parameter. */
export function pathOf(endpoint: string, own: Records, others: Readonly<Record<string, string>> = {}): string {
  const path = endpoint.slice(endpoint.indexOf(' ') + 1);
  return parametersOf(endpoint).reduce((filled, { name, record }) => {
    const value = others[name] ?? encodeURIComponent(record === null ? 'added' : own[record]);
    return filled.replace(`${name}/`, `${value}/`).replace(new RegExp(`${name}$`), value);
  }, path);
}

function recordOf(parameter: string, before: string, endpoint: string): keyof Records | null {
  if (parameter === ':email_address') return 'email';
  if (before === 'custom_fields' && endpoint.includes('mailing_list_id')) return 'field';
  return RECORD_OF[before] ?? null;
}
