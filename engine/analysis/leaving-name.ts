import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import type { ImportOptions } from '../domain/subscriber-imports.ts';
import { isConsentEntry } from '../domain/subscribers.ts';
import type { SubscriberStatus } from '../domain/subscribers.ts';
import { consentName } from './consent-names.ts';
import { findDenials } from './denying-words.ts';
import { wordsOfName } from './name-words.ts';
import { isWeakWord, statusOfWord } from './status-words.ts';

/** Name of a source, or of the part of it that is read. */
export interface SourceName {
  readonly kind: 'file' | 'sheet';
  readonly name: string;
}

const NAME_CHARACTERS = 200;
const SHOWN_CHARACTERS = 60;
const EXTENSION = /(?:\.[a-z]{2,4}\d?){1,2}$/i;
/** Words of names of files that say nothing of their people. */
const NOISE =
  /\d|^(?:csv|xlsx?|exports?|lists?|listen?|lista|liste|audience|segment|file|data|all|the|of|e?mails?|members?|contacts?|kontakte|customers?|kunden|users?|people|recipients?)$/;
const JOINER = /^(?:and|und|et|y|e|en|og|och|i|ja|plus)$/;
/** Words of people on a list, which are no statuses: of the unsubscribed ones, too. */
const SUBSCRIBERS = /^(?:subscribers?|abonnent(?:en|innen)?|abonnes|members?|mitglieder)$/;
/** Words of many people who left, one of which is of other things as well: `baja` is "low". */
const LEAVERS = /^bajas$/;

/** The names by which a source may say of whom it is: of the file, and of a URL its last part. */
export function sourceNames(source: ImportOptions['file_source']): SourceName[] {
  if (source.type === 'json') return [];
  const path = source.type === 'url' ? pathOf(source.url) : source.filename;
  const name = path.split('/').at(-1) ?? '';
  return name === '' ? [] : [{ kind: 'file', name }];
}

/**
 * The notice of a source whose name says that its people left, where neither a column nor the call says their status: they would
 * become active. None for names that speak of both kinds.
 */
export function leavingNames(
  names: readonly SourceName[],
  { column_mapping, default_status_sent }: Pick<ImportOptions, 'column_mapping' | 'default_status_sent'>,
): Notice[] {
  if (default_status_sent === true || column_mapping.some((entry) => isConsentEntry(entry.trim().toLowerCase()))) {
    return [];
  }
  for (const { kind, name } of names) {
    const status = leavingStatus(kind === 'file' ? name.replace(EXTENSION, '') : name);
    if (status === null) continue;
    const message =
      `The ${kind} "${name.slice(0, SHOWN_CHARACTERS)}" has the name of one of people who are to get no mail, and no column says ` +
      `their status: they would become active. Set subscriber_defaults.status to "${status}", or to "active" if they want mail. ` +
      'People who are on the list already get it with overwrite alone.';
    return [createNotice('leaving_name', message)];
  }
  return [];
}

/** The status of the people of a source of this name; null where it does not say that they left. */
export function leavingStatus(name: string): SubscriberStatus | null {
  const words = wordsOfName(name.slice(0, NAME_CHARACTERS));
  const statuses = words.map(statusOf);
  const isJoined = words.some((word, at) => statuses[at] === 'active' && !SUBSCRIBERS.test(word));
  const isOfBoth = words.some((word) => JOINER.test(word)) && words.some((word) => SUBSCRIBERS.test(word));
  if ((isJoined && findDenials(words).negations === 0) || isOfBoth) return null;
  const spoken = words.filter((word) => !NOISE.test(word));
  const [first = ''] = spoken;
  // People clean their lists themselves; files of mailers have the word first, and nothing else that says anything.
  const isCleaned = words[0] === 'cleaned' && spoken.length === 1;
  if (!isCleaned && words.some((word) => word.startsWith('clean'))) return null;
  const whole = spoken.length === 1 && (LEAVERS.test(first) || !isWeakWord(first)) ? statusOf(first) : null;
  if (whole !== null && whole !== 'active') return whole;
  for (const each of [words, spoken]) {
    const said = consentName(each.join(' '));
    if (said === 'left') return 'unsubscribed';
    if (said === 'bounced') return 'bounced';
    if (said === 'complained') return 'scomp';
  }
  return null;
}

/** By a word of status, also in the plural. */
function statusOf(word: string): SubscriberStatus | null {
  return statusOfWord(word) ?? statusOfWord(word.replace(/(?:es|s|e|en)$/, ''));
}

/** The path of a URL as people write it. */
function pathOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    return '';
  }
}
