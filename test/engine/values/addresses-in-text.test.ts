import { describe, expect, it } from 'vitest';
import { readAddresses } from '../../../engine/values/addresses-in-text.ts';

describe('the addresses in a text', () => {
  it.each([
    ['no address', []],
    ['"ann@x.io"x,Ulm', ['ann@x.io']],
    ['ann@x.io;bob@x.io / Cid <cid@x.io>', ['ann@x.io', 'bob@x.io', 'cid@x.io']],
    ['mailto:ann@x.io?subject=Hi', ['ann@x.io']],
    ['ann @ x.io.', ['ann@x.io']],
    ['an\u200bn@x\u00ad.io\u200e', ['ann@x.io']],
    ['ａｎｎ＠ｘ.io', ['ann@x.io']],
    ['ann@x.io\ufffd', ['ann@x.io']],
    ['地址：ann@例え.テスト。', ['ann@例え.テスト']],
    ['Ann|ann@x.io', ['Ann|ann@x.io', 'ann@x.io']],
    ["'ann@x.io'", ["'ann@x.io", 'ann@x.io']],
    ['jörg@x.io, j\ufffdrg@x.io', []],
    ['ann@localhost, @x.io, ann@, a..b@x.io', []],
  ])('of %j are %j', (text, addresses) => {
    expect(readAddresses(text)).toEqual(addresses);
  });

  it('are found in time that grows with its length', () => {
    for (const piece of ['a', '@', 'a@', '\u200b', '.@-', 'ﷺ@']) {
      expect(readAddresses(piece.repeat(500_000 / piece.length))).toEqual([]);
    }
    expect(readAddresses('a@b.c '.repeat(80_000))).toEqual(['a@b.c']);
  });
});
