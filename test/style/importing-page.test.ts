import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { NOTICE_CODES } from '../../engine/domain/notices.ts';
import { SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/importing.md'), 'utf8');

/** The first cells of the table below a heading, in the order of the alphabet. */
function firstCells(heading: string): string[] {
  const [, section = ''] = PAGE.split(`\n## ${heading}\n`);
  const rows = section.split('\n## ')[0]!.matchAll(/^\| `([^`]+)` \|/gm);
  return [...rows].map(([, cell = '']) => cell).sort();
}

describe('docs/importing.md', () => {
  it('says what to do with each notice', () => {
    expect(firstCells('Notices')).toEqual([...NOTICE_CODES].sort());
  });

  it('explains each status', () => {
    expect(firstCells('Status')).toEqual([...SUBSCRIBER_STATUSES].sort());
  });

  it('has the limits of the service', () => {
    const { uploadBytes, importColumns, skippedLines } = BOUNDS;
    expect(PAGE).toContain(`| file | ${uploadBytes.max / 1024 ** 3} GiB`);
    expect(PAGE).toContain(`| columns | ${importColumns.max.toLocaleString('en')} |`);
    expect(PAGE).toContain(`| lines above the header | ${skippedLines.max},`);
  });

  it('is one page', () => {
    expect(PAGE.split('\n').length).toBeLessThan(120);
  });
});
