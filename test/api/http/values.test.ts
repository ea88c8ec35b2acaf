import { describe, expect, it } from 'vitest';
import { encodeContent } from '../../../api/sources/content.ts';
import { encodeToken, readPaging } from '../../../api/http/paging.ts';
import { parseFreeFormTime } from '../../../api/http/free-form-time.ts';
import { queryTime } from '../../../api/http/query.ts';
import { instantIn, readTime, renderTime } from '../../../api/http/times.ts';

/** The instant that is read in a zone, null for a text that is no time. */
function read(text: string, zone = 'UTC'): string | null {
  const written = readTime(text);
  return written && instantIn(zone, written).toISOString();
}

describe('times', () => {
  const SUMMER = new Date('2024-07-01T12:00:00.999Z');
  const WINTER = new Date('2024-01-01T12:00:00Z');

  it.each([
    ['UTC', SUMMER, '2024-07-01T12:00:00Z'],
    ['Europe/Berlin', SUMMER, '2024-07-01T14:00:00+02:00'],
    ['Europe/Berlin', WINTER, '2024-01-01T13:00:00+01:00'],
    ['Europe/London', WINTER, '2024-01-01T12:00:00Z'],
    ['Asia/Kolkata', WINTER, '2024-01-01T17:30:00+05:30'],
  ])('are written in the zone %s', (zone, time, text) => {
    expect(renderTime(time, zone)).toBe(text);
    expect(read(text, 'America/New_York')).toBe(new Date(Math.floor(time.getTime() / 1000) * 1000).toISOString());
  });

  it.each([
    'now',
    '2024',
    '2024-01',
    '2024-W04',
    '09:00',
    'T09:00Z',
    '2024-01-01Z',
    '2024-01-01+01:00',
    '2024-01-01T',
    '2024-01-01T09:00 CET',
    '2024-01-01T09:00[Europe/Berlin]',
    '2024-02-30',
    '2024-01-01T25:00',
    '01/02/2024',
    '+010000-01-01',
    '0000-12-31',
    '2024-13-01T00:00Z',
    '2024-02-30T00:00Z',
    '',
    '9999-12-31T23:59:59-01:00',
    '0001-01-01T00:00:00+00:01',
    '+010000-01-01T00:00:00Z',
  ])('are not read from %j', (text) => {
    expect(readTime(text)).toBeNull();
  });

  it.each([
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['+010000-01-01T00:59:59+01:00', '9999-12-31T23:59:59.000Z'],
  ])('are read from %s, at the ends of what can be stored', (text, time) => {
    expect(read(text)).toBe(time);
    expect(read(text, 'Asia/Tokyo')).toBe(time);
  });

  it.each([
    ['2024-01-01T09:00', '2024-01-01T14:00:00.000Z'],
    ['2024-01-01 09:00:30.25', '2024-01-01T14:00:30.250Z'],
    ['2024-01-01 09:00:00 +0100', '2024-01-01T08:00:00.000Z'],
    [' 2024-07-01 ', '2024-07-01T04:00:00.000Z'],
    ['20240701', '2024-07-01T04:00:00.000Z'],
    ['20240701T0900', '2024-07-01T13:00:00.000Z'],
    ['2024-W27-1', '2024-07-01T04:00:00.000Z'],
    ['2024-183', '2024-07-01T04:00:00.000Z'],
    ['2024-07-01t09:00z', '2024-07-01T09:00:00.000Z'],
    ['2024-01-01T24:00', '2024-01-02T05:00:00.000Z'],
    ['9999-12-31', '9999-12-31T05:00:00.000Z'],
    ['9999-12-31T23:00', '9999-12-31T23:59:59.999Z'],
    ['0001-01-01', '0001-01-01T04:56:02.000Z'],
  ])('without an offset are read in the zone, and others as they are: %j', (text, time) => {
    expect(read(text, 'America/New_York')).toBe(time);
  });
});

describe('a text longer than any time', () => {
  const texts = ['T'.repeat(160_000), `2024-07-01T12:00:00${' '.repeat(160_000)}Z`, `${' 1'.repeat(80_000)}x`];

  it.each(texts)('is refused unread (%#)', (text) => {
    expect(readTime(text)).toBeNull();
    expect(parseFreeFormTime(text, 'UTC')).toBeNull();
    expect(queryTime.safeParse(text).error?.issues).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^must be a Unix time or a time in ISO 8601: /) }),
    ]);
  });
});

describe('content', () => {
  const encode = async (content: string) => {
    const slices: Uint8Array[] = [];
    for await (const slice of encodeContent(content)) slices.push(slice);
    return { slices: slices.length, bytes: Buffer.concat(slices) };
  };

  it.each([0, 1])('is cut into slices beside a character of two units, not inside it (offset %i)', async (offset) => {
    const content = 'x'.repeat(65_535 + offset) + '🙂'.repeat(70_000);
    const { slices, bytes } = await encode(content);
    expect(slices).toBeGreaterThan(2);
    expect(bytes.toString()).toBe(content);
  });
});

describe('paging tokens', () => {
  it('lead to the page after the record they were made from', () => {
    const query = { page_token: encodeToken(41) };
    const paging = readPaging(query, { defaultSize: 100, maximumSize: 500, tokens: true }, () => ({}));
    expect(paging).toEqual({ page: null, perPage: 100, afterId: 41, afterText: null, offset: 0, limit: 100 });
  });
});
