import { expect, it } from 'vitest';
import { inPageWords } from '../../console/parts/page-words.ts';

it.each([
  [
    'The chunk 0 failed, all others are done: Postgres refused the work with SQLSTATE 22P05 (constraint one, column two).',
    'A part of the file failed, all others are done: the database refused it (code 22P05, for an operator).',
  ],
  ['max_failed_records is reached', '“Pause when more rows fail than” is reached'],
  ['file_source: The file is a PDF document.', 'The file: The file is a PDF document.'],
  ['The server answered with status 404.', 'The server answered with status 404.'],
])('a sentence of the service is said in the words of the page: %s', (sentence, said) => {
  expect(inPageWords(sentence)).toBe(said);
});
