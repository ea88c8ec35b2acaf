import { describe, expect, it } from 'vitest';
import { addRule, RULE_HELP } from '../../../engine/cli/rule-argument.ts';
import { columnRule } from '../../../engine/domain/column-rules.ts';
import { joinRules } from '../../../engine/domain/saved-rules.ts';

describe('--rule of sluice import', () => {
  const read = (...texts: string[]) =>
    Object.fromEntries(texts.reduce((rules, text) => addRule(text, rules), new Map() as ReturnType<typeof addRule>));

  it('says what the words of a column mean, each with a rule of its own', () => {
    expect(
      read('Status:values:Abgemeldet=unsubscribed', 'Status:values: Neu = active', 'Status:values:=active'),
    ).toEqual({ Status: { values: { Abgemeldet: 'unsubscribed', Neu: 'active', '': 'active' } } });
  });

  it('sets the other keys, for several columns', () => {
    expect(read('Birthday:date_format=dmy', '3:date_format=mdy', 'Birthday:values:unknown=')).toEqual({
      Birthday: { date_format: 'dmy', values: { unknown: '' } },
      '3': { date_format: 'mdy' },
    });
  });

  it('reads marks, of which a tab is hard to type', () => {
    expect(read('Topics:separator=tab', 'Points:separator==', 'Price:decimal_mark=,')).toEqual({
      Topics: { separator: '\t' },
      Points: { separator: '=' },
      Price: { decimal_mark: ',' },
    });
  });

  it('reads names and words with colons, equals signs and blanks', () => {
    expect(read('Opt-in: mail=yes? :values:a:b=c=active')).toEqual({
      'Opt-in: mail=yes?': { values: { 'a:b=c': 'active' } },
    });
  });

  it('takes the last meaning of a word, whatever its case', () => {
    expect(read('S:values:Yes=active', 'S:values:YES=unsubscribed')).toEqual({
      S: { values: { YES: 'unsubscribed' } },
    });
    expect(
      joinRules({ values: { yes: 'active', no: 'unsubscribed' }, date_format: 'mdy' }, { values: { Yes: 'x' } }),
    ).toEqual({
      values: { no: 'unsubscribed', Yes: 'x' },
      date_format: 'mdy',
    });
  });

  it.each([
    ['Status', /COLUMN:KEY=VALUE, for example .* KEY is one of values, date_format/],
    ['Status:value:x=y', /KEY is one of/],
    [':date_format=dmy', /COLUMN:KEY=VALUE/],
    ['S:date_format=ymd', /date_format must be mdy or dmy\.$/],
    ['S:date_format:dmy', /It must be "S:date_format=VALUE" with mdy or dmy\.$/],
    ['S:values=x', /It must be "S:values:WORD=MEANING"\.$/],
    ['S:values:x', /"S:values:x=MEANING"/],
  ])('refuses %s with a sentence', (text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });

  it('knows every key that rules have, and lists it in the help', () => {
    for (const key of Object.keys(columnRule.shape)) {
      expect(RULE_HELP).toMatch(new RegExp(`"COLUMN:${key}[:=]`));
      const refusals = [`C:${key}:a=b`, `C:${key}=`].map((text) => {
        try {
          return `reads ${JSON.stringify(read(text))}`;
        } catch (error) {
          return (error as Error).message;
        }
      });
      expect(refusals.join()).not.toContain('KEY is one of');
    }
  });
});
