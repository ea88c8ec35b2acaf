import type { components } from '../../../client/index.ts';

type Analysis = components['schemas']['SubscriberImportAnalysis'];

/** The name of a column in its header, or its number. */
export function columnName({ number, name }: Pick<Analysis['columns'][number], 'number' | 'name'>): string {
  return name === null || name === '' ? `Column ${number}` : name;
}
