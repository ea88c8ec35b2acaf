import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { createDateTimeParser } from '../../../engine/values/date-time.ts';

const mdy = createDateTimeParser({ dateFormat: 'mdy', timeZone: 'UTC' });
const dmy = createDateTimeParser({ dateFormat: 'dmy', timeZone: 'UTC' });
const newYork = createDateTimeParser({ dateFormat: 'mdy', timeZone: 'America/New_York' });

function iso(epoch: number | null): string | null {
  return epoch === null ? null : new Date(epoch).toISOString().replace('.000Z', 'Z');
}

describe('times of import data', () => {
  it.each([
    ['2024-02-29 13:14:15.000001Z', '2024-02-29T13:14:15.000001Z'],
    ['2024-02-29 13:14:15.283Z', '2024-02-29T13:14:15.283Z'],
    ['1969-12-31 23:59:59.123456789Z', '1969-12-31T23:59:59.123456Z'],
    ['9999-12-31 23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-02-30', null],
  ])('keeps %s to the microsecond', (text, expected) => {
    expect(mdy.parseInstant(text)).toBe(expected);
  });

  it.each([
    ['2024-02-29T13:14:15+00:00', '2024-02-29T13:14:15Z'],
    ['2024-02-29T13:14:15+0530', '2024-02-29T07:44:15Z'],
    ['2024-02-29T23:14:15-05:00', '2024-03-01T04:14:15Z'],
    ['2024-02-29T13:14:15Z', '2024-02-29T13:14:15Z'],
    ['2024-02-29T13:14:15.250Z', '2024-02-29T13:14:15.250Z'],
    ['February 9, 2024 13:14', '2024-02-09T13:14:00Z'],
    ['February 9, 2024', '2024-02-09T00:00:00Z'],
    ['9 February 2024', '2024-02-09T00:00:00Z'],
    ['feb 9, 2024', '2024-02-09T00:00:00Z'],
    ['09 SEPT 2024', '2024-09-09T00:00:00Z'],
    ['9. 2. 2024', '2024-02-09T00:00:00Z'],
    ['09.02.2024.', '2024-02-09T00:00:00Z'],
    ['2024. 2. 9.', '2024-02-09T00:00:00Z'],
    ['9 февраля 2024 г.', '2024-02-09T00:00:00Z'],
    ['Fri, 9 Feb 2024', '2024-02-09T00:00:00Z'],
    ['Freitag, 9. Februar 2024', '2024-02-09T00:00:00Z'],
    ['Fr., 09.02.2024', '2024-02-09T00:00:00Z'],
    ['vendredi 9 février 2024 13:14', '2024-02-09T13:14:00Z'],
    ['viernes, 9 de febrero de 2024', '2024-02-09T00:00:00Z'],
    ['piątek, 9 lutego 2024', '2024-02-09T00:00:00Z'],
    ['Sexta-feira, 9 de fevereiro de 2024', '2024-02-09T00:00:00Z'],
    ['пятница, 9 февраля 2024 г.', '2024-02-09T00:00:00Z'],
    ['Friday\u00a002/09/2024', '2024-02-09T00:00:00Z'],
    ['Donnerstag, 9. Februar 2024', null],
    ['Ann, 9. Februar 2024', null],
    ['9 de febrero del 2024', '2024-02-09T00:00:00Z'],
    ['9 Φεβρουαρίου 2024', '2024-02-09T00:00:00Z'],
    ['2024-02-09 13:14:15,250', '2024-02-09T13:14:15.250Z'],
    ['2024-02-09 13:14', '2024-02-09T13:14:00Z'],
    ['2024-02-09 13:14:15', '2024-02-09T13:14:15Z'],
    ['2024-02-09', '2024-02-09T00:00:00Z'],
  ])('reads %s alike under both date formats', (text, expected) => {
    expect([iso(mdy.parse(text)), iso(dmy.parse(text))]).toEqual([expected, expected]);
  });

  it.each(['-', '/'])('reads the five numeric shapes with %s by the date format', (sign) => {
    const date = `02${sign}03${sign}2024`;
    for (const [time, expected] of [
      [' 1:04:05pm', '13:04:05'],
      [' 13:04:05', '13:04:05'],
      [' 1:04pm', '13:04:00'],
      [' 13:04', '13:04:00'],
      ['', '00:00:00'],
    ]) {
      expect(iso(mdy.parse(date + time))).toBe(`2024-02-03T${expected}Z`);
      expect(iso(dmy.parse(date + time))).toBe(`2024-03-02T${expected}Z`);
    }
  });

  it('knows midnight and noon of the twelve-hour clock, in any case and with a space', () => {
    expect(iso(mdy.parse('1/2/2024 12:30am'))).toBe('2024-01-02T00:30:00Z');
    expect(iso(mdy.parse('1/2/2024 12:30 PM'))).toBe('2024-01-02T12:30:00Z');
  });

  it.each([
    '',
    'soon',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-04-31',
    '13/13/2024',
    '1/2-2024',
    '1/2/24',
    '0024-01-02',
    '2024-01-02 24:00',
    '2024-01-02 10:60',
    '2024-01-02 10:00:60',
    '1/2/2024 13:00pm',
    '1/2/2024 0:30am',
    '2024-01-02T10:00:00+15:00',
    '2024-01-02T10:00:00+01:60',
    '9999-12-31T23:00:00-02:00',
    'Foobruary 9, 2024',
    'Janus 9, 2024',
    'February 30, 2024',
    '2024-01-02 10',
    '2024-01-02\0',
  ])('refuses %j', (text) => {
    expect([mdy.parse(text), mdy.parseDate(text)].includes(null)).toBe(true);
    expect(mdy.parse(text)).toBeNull();
  });

  it('refuses a month beyond 12 under one date format only', () => {
    expect([mdy.parse('25/12/2024'), iso(dmy.parse('25/12/2024'))]).toEqual([null, '2024-12-25T00:00:00Z']);
  });

  it('reads a text without an offset in the organization’s zone', () => {
    expect(iso(newYork.parse('2024-07-01 00:00'))).toBe('2024-07-01T04:00:00Z');
    expect(iso(newYork.parse('2024-12-01'))).toBe('2024-12-01T05:00:00Z');
    expect(iso(newYork.parse('2024-07-01T00:00:00+02:00'))).toBe('2024-06-30T22:00:00Z');
  });

  it.each([
    ['America/New_York', '2024-03-10 02:30', '2024-03-10T07:30:00Z'],
    ['Europe/Berlin', '2024-03-31 02:30', '2024-03-31T01:30:00Z'],
    ['Australia/Lord_Howe', '2024-10-06 02:15', '2024-10-05T15:45:00Z'],
  ])('moves a time that the clocks of %s skip by what they skip: %s', (timeZone, text, expected) => {
    expect(iso(createDateTimeParser({ dateFormat: 'mdy', timeZone }).parse(text))).toBe(expected);
  });

  it.each([
    ['America/New_York', '2024-11-03 01:30', '2024-11-03T05:30:00Z'],
    ['Europe/Berlin', '2024-10-27 02:30', '2024-10-27T00:30:00Z'],
    ['Australia/Lord_Howe', '2024-04-07 01:45', '2024-04-06T14:45:00Z'],
  ])('takes the first of the two instants at which the clocks of %s show %s', (timeZone, text, expected) => {
    expect(iso(createDateTimeParser({ dateFormat: 'mdy', timeZone }).parse(text))).toBe(expected);
  });

  it('is what the clocks of the zone show first, also on days of change', () => {
    const wall = fc.integer({ min: Date.UTC(1950, 0, 1) / 60_000, max: Date.UTC(2040, 0, 1) / 60_000 });
    const changes = ['2024-03-10', '2024-03-31', '2024-04-07', '2024-10-06', '2024-10-27', '2024-11-03'];
    const change = fc
      .tuple(fc.constantFrom(...changes), fc.integer({ min: -120, max: 2000 }))
      .map(([day, minutes]) => Date.parse(day) / 60_000 + minutes);
    const zones = ['America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Europe/Berlin'];
    for (const timeZone of zones) {
      const parser = createDateTimeParser({ dateFormat: 'mdy', timeZone });
      const shownAt = (epoch: number) => DateTime.fromMillis(epoch, { zone: timeZone }).toFormat('yyyy-MM-dd HH:mm');
      fc.assert(
        fc.property(fc.oneof(wall, change), (minutes) => {
          const text = new Date(minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ');
          const epoch = parser.parse(text) ?? NaN;
          const isSkipped = shownAt(epoch) !== text;
          // Of a time that is skipped nothing shows it; an hour or half an hour before it does another one show.
          for (const earlier of [30, 60, 120]) expect(shownAt(epoch - earlier * 60_000)).not.toBe(text);
          if (isSkipped) for (const later of [30, 60, 120]) expect(shownAt(epoch + later * 60_000)).not.toBe(text);
        }),
        { numRuns: 300 },
      );
    }
  });

  it('refuses an unknown zone', () => {
    expect(() => createDateTimeParser({ dateFormat: 'mdy', timeZone: 'Mars/Olympus' })).toThrow(RangeError);
  });
});

describe('dates of import data', () => {
  it('are the days as written, whatever the time, offset and zone', () => {
    expect(newYork.parseDate('2024-02-03T23:00:00-11:00')).toBe('2024-02-03');
    expect(newYork.parseDate('2/3/2024 11:59pm')).toBe('2024-02-03');
    expect(dmy.parseDate('2/3/2024')).toBe('2024-03-02');
  });

  it('keep month and day for days of the year, with or without a year', () => {
    expect(mdy.parseDayOfYear('2/3/2024')).toBe('02-03');
    expect(dmy.parseDayOfYear('2/3')).toBe('03-02');
    expect(mdy.parseDayOfYear('02-29')).toBe('02-29');
    expect(mdy.parseDayOfYear('February 29')).toBe('02-29');
    expect(mdy.parseDayOfYear('29 Feb')).toBe('02-29');
    expect(mdy.parseDayOfYear('2/30')).toBeNull();
  });
});
