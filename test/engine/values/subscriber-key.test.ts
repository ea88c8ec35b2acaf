import { describe, expect, it } from 'vitest';
import {
  emailKey,
  keyOfAddress,
  spellingsOf,
  twinKey,
  unicodeSpelling,
} from '../../../engine/values/subscriber-key.ts';

const ASCII = 'ann@xn--mnchen-3ya.example';

describe('the key of an address', () => {
  it.each([
    ['Ann@X.example', 'ann@x.example'],
    ['Ann@münchen.example', ASCII],
    ['ann@MÜNCHEN.example', ASCII],
    ['ann@mu\u0308nchen.example', ASCII],
    ['ANN@XN--MNCHEN-3YA.example', ASCII],
    ['ann@例え.テスト', 'ann@xn--r8jz45g.xn--zckzah'],
    ['ann@faß.example', 'ann@xn--fa-hia.example'],
    ['ann@fass.example', 'ann@fass.example'],
  ])('of %j is %j', (email, key) => {
    expect(emailKey(email)).toBe(key);
  });

  it('of a text that is no address is the text in lower case', () => {
    for (const text of ['', 'É', 'ann@ü b', 'Jörg@x.example', 'ann@ｘ.example']) {
      expect(emailKey(text)).toBe(text.toLowerCase());
    }
  });

  it('is itself whatever spelling of it is taken', () => {
    expect(spellingsOf(ASCII)).toEqual([ASCII, 'ann@münchen.example', 'ann@mu\u0308nchen.example']);
    expect(spellingsOf('ann@x.example')).toEqual(['ann@x.example']);
    expect(spellingsOf('ann')).toEqual(['ann']);
    for (const spelling of spellingsOf(ASCII)) expect(emailKey(spelling)).toBe(ASCII);
  });

  it('has the composed Unicode form of its domain, if that is another', () => {
    expect(unicodeSpelling(ASCII)).toBe('ann@münchen.example');
    expect(unicodeSpelling(`jo\u0308rg${ASCII}`)).toBe('jörgann@münchen.example');
    for (const key of ['ann@x.example', 'jo\u0308rg@x.example', 'ann', '']) expect(unicodeSpelling(key)).toBeNull();
  });

  it('is known from that of a twin', () => {
    expect(twinKey(ASCII, 7)).not.toBe(ASCII);
    expect(keyOfAddress(twinKey(ASCII, 7))).toBe(ASCII);
    for (const key of [ASCII, 'm1', 'm\u001f7', '']) expect(keyOfAddress(key)).toBe(key);
  });
});
