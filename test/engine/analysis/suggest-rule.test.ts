import { describe, expect, it } from 'vitest';
import { collectColumnFacts } from '../../../engine/analysis/column-facts.ts';
import { compileRuleSuggestion } from '../../../engine/analysis/suggest-rule.ts';
import { DEFAULTS } from '../../support/import-options.ts';
import { field } from '../values/support.ts';

describe('the rule of a column', () => {
  const suggest = compileRuleSuggestion(
    {
      options: { ...DEFAULTS, date_format_sent: false },
      list: { hasFormat: false, hasConfirmed: false, primaryKeyFieldId: null },
      fields: [field('boolean', { name: 'VIP' }), field('date', { name: 'Since' })],
      timeZone: 'UTC',
    },
    () => 0,
  );
  const ruleOf = (entry: string, cells: readonly string[]) => {
    const collector = collectColumnFacts();
    cells.forEach((cell, at) => collector.add(cell, at + 1));
    return suggest(entry, collector.facts());
  };

  it.each([
    ...[
      'yes/no',
      'y/n',
      't/f',
      'on/off',
      'checked/unchecked',
      'ja/nein',
      'j/n',
      'wahr/falsch',
      'ja/nee',
      'waar/onwaar',
    ],
    ...[
      'ja/nej',
      'ja/nei',
      'sand/falsk',
      'sant/falskt',
      'oui/non',
      'o/n',
      'vrai/faux',
      'sí/no',
      'si/no',
      's/n',
      'sì/no',
    ],
    ...[
      'verdadero/falso',
      'vero/falso',
      'sim/não',
      'verdadeiro/falso',
      'tak/nie',
      'prawda/fałsz',
      'ano/ne',
      'kyllä/ei',
    ],
    ...['tosi/epätosi', 'evet/hayır', 'да/нет', 'так/ні', 'accepted/declined', 'granted/denied', 'opt-in/opt-out'],
  ])('of a boolean field says what %s mean, in any case', (pair) => {
    const [yes = '', no = ''] = pair.split('/');
    const right = { [yes]: 'true', [no]: 'false' };
    expect(ruleOf('VIP', [yes, no, yes])?.values).toMatchObject(right);
    expect(
      ruleOf(
        'VIP',
        [yes, no].map((word) => word.toUpperCase()),
      )?.values,
    ).toMatchObject(right);
    expect(ruleOf('VIP', [yes])?.values).toMatchObject(right);
  });

  it('of a boolean field is none where a word means neither', () => {
    expect(ruleOf('VIP', ['ja', 'nein', 'vielleicht'])).toBeUndefined();
    expect(ruleOf('VIP', ['-1', '0'])?.values).toMatchObject({ '-1': 'true', '0': 'false' });
    expect(ruleOf('VIP', ['-1', '5'])).toBeUndefined();
    expect(ruleOf('VIP', ['-1'])).toBeUndefined();
  });

  it('of a date field is the order that the column alone proves, where it is not that of the file', () => {
    expect(ruleOf('Since', ['13/04/1990', '01/02/1990'])).toEqual({ date_format: 'dmy' });
    expect(ruleOf('Since', ['04/13/1990'])).toBeUndefined();
    expect(ruleOf('Since', ['13/04/1990', '04/13/1990'])).toBeUndefined();
    expect(ruleOf('Since', ['0/0/00', '13/04/1990'])).toEqual({ values: { '0/0/00': '' }, date_format: 'dmy' });
  });
});
