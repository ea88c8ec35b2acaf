import { describe, expect, it } from 'vitest';
import { readEmailCell } from '../../../engine/values/email-cell.ts';

describe('a cell with an address', () => {
  it.each([
    ...['Ann Lee (ann@x.example)', 'ann@x.example (Ann Lee)', 'SMTP:ann@x.example', 'smtp: ann@x.example'],
    ...['E-Mail: ann@x.example', 'mail:ann@x.example', 'Ann <SMTP:ann@x.example>'],
    ...['=HYPERLINK("mailto:ann@x.example","ann@x.example")'],
    ...['=HYPERLINK("mailto:ann@x.example";"Write to Ann")', '=HYPERLINK("mailto:ann@x.example")'],
  ])('is read without what stands around it: %s', (cell) => {
    expect(readEmailCell(cell)).toBe('ann@x.example');
  });

  it.each([
    ...[
      'ann@x.example (bob@x.example)',
      '=HYPERLINK("mailto:ann@x.example","bob@x.example")',
      'ann＠x.example',
      '[ann@x.example](mailto:ann@x.example)',
    ],
    ...['[bob@x.example](mailto:ann@x.example)', '=HYPERLINK("https://x.example","Ann")', 'SMTP:', 'Ann (Lee)'],
  ])('is not read where there is none, or two: %s', (cell) => {
    expect(readEmailCell(cell)).toBeNull();
  });
});
