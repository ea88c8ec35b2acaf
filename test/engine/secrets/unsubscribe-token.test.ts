import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mintUnsubscribeToken, readUnsubscribeToken } from '../../../engine/secrets/unsubscribe-token.ts';

const SECRET = Buffer.from('secret');
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const tokens = fc.record({
  mailingListId: id,
  subscriberId: id,
  campaignId: fc.option(id),
  contentId: fc.option(id),
});

describe('unsubscribe tokens', () => {
  it('say what they were minted with', () => {
    fc.assert(
      fc.property(tokens, (token) => {
        const text = mintUnsubscribeToken(SECRET, token);
        expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(readUnsubscribeToken(SECRET, text)).toEqual(token);
      }),
    );
  });

  it('say nothing once a single character is changed, or under another secret', () => {
    fc.assert(
      fc.property(tokens, fc.nat(), fc.constantFrom('A', 'z', '0', '-', '+', '=', ' '), (token, at, character) => {
        const text = mintUnsubscribeToken(SECRET, token);
        const index = at % text.length;
        const changed = `${text.slice(0, index)}${character}${text.slice(index + 1)}`;
        fc.pre(changed !== text);
        expect(readUnsubscribeToken(SECRET, changed)).toBeNull();
        expect(readUnsubscribeToken(Buffer.from('other'), text)).toBeNull();
      }),
    );
  });

  it('are no arbitrary text', () => {
    fc.assert(fc.property(fc.string(), (text) => void expect(readUnsubscribeToken(SECRET, text)).toBeNull()));
  });
});
