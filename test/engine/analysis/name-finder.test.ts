import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNameFinder } from '../../../engine/analysis/name-finder.ts';
import type { NamedEntry } from '../../../engine/analysis/name-finder.ts';
import { builtInSynonyms, fieldSynonyms, plainName } from '../../../engine/analysis/synonyms.ts';

/** The rule that the look-ups stand for: every entry is compared with the name, from the closest likeness to the farthest. */
function findByComparing(entries: readonly string[], name: string): NamedEntry | null {
  const plain = plainName(name);
  const exact = entries.find((entry) => entry.toLowerCase() === name.trim().toLowerCase());
  const same = exact ?? (plain === '' ? undefined : entries.find((entry) => plainName(entry) === plain));
  if (same !== undefined) return { entry: same, reason: 'name' };
  const synonym =
    entries.find((entry) => builtInSynonyms(entry).includes(plain)) ??
    entries.find((entry) => fieldSynonyms(plainName(entry)).includes(plain));
  return synonym === undefined ? null : { entry: synonym, reason: 'synonym' };
}

/** Means a first name next to a last name in Turkish alone: test/cases/languages.test.ts. */
const ADVERTISEMENT = 'ad';

const WORDS = [
  ...['email', 'E-Mail', 'status', 'Statut', 'subscribe_time', 'Anmeldung', 'confirmed', 'Bestätigt'],
  ...['First Name', 'Vorname', 'Prénom', 'Title', 'Anrede', 'Genre', 'Straße', 'street', 'Ort', 'by', 'Land'],
  ...['constructor', '__proto__', 'toString', '---', '', ' City ', 'CITY', 'Stadt', 'x'],
];
const word = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.constantFrom(...WORDS).map((each) => ` ${each.toUpperCase()}!`),
  fc.string({ maxLength: 6 }),
);

describe('the entry that the name of a column means', () => {
  it('is the first one of the closest likeness', () => {
    // What brackets say is left out of a name: test/cases/remarks.test.ts.
    const known = word.filter((text) => plainName(text) !== ADVERTISEMENT);
    const bare = known.filter((text) => !/[()[\]]/.test(text));
    const property = fc.property(fc.array(known, { maxLength: 12 }), bare, (entries, name) => {
      expect(createNameFinder(entries, [name])(name)).toEqual(findByComparing(entries, name));
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it.each([
    ['the name, whatever its case', ' CITY ', { entry: 'City', reason: 'name' }],
    ['the name without punctuation', 'e-mail', { entry: 'email', reason: 'name' }],
    ['a synonym of a built-in entry', 'Courriel', { entry: 'email', reason: 'synonym' }],
    ['a synonym of a field', 'Ville', { entry: 'City', reason: 'synonym' }],
    ['a field named like a property of objects', 'constructor', { entry: 'constructor', reason: 'name' }],
    ['nothing', 'Shoe size', null],
    ['nothing for a name of punctuation', '?!', null],
    ['nothing for a name of remarks', '(optional) []', null],
  ])('is found by %s', (_, name, expected) => {
    expect(createNameFinder(['', 'City', 'email', 'constructor', '--'], [name])(name)).toEqual(expected);
  });

  it.each([
    ['Name', ['Vorname', 'Name'], 'Surname'],
    ['Nom', ['Prénom', 'Nom'], 'Surname'],
    ['Naam', ['Voornaam', 'Naam'], 'Surname'],
    ['Name', ['Name', 'Surname'], 'Given name'],
    ['Nome', ['Nome', 'Cognome'], 'Given name'],
    ['Name', ['Name', 'City'], 'Full name'],
    ['Name', ['Name', 'First name', 'Last name'], 'Full name'],
  ])('of "%s" among %j is "%s"', (name, columns, expected) => {
    const entries = ['Full name', 'Given name', 'Surname'];
    expect(createNameFinder(entries, columns)(name)).toEqual({ entry: expected, reason: 'synonym' });
  });

  it('has the name of the column, also where another column has the other half of it', () => {
    expect(createNameFinder(['Surname', 'Name'], ['Vorname', 'Name'])('Name')).toEqual({
      entry: 'Name',
      reason: 'name',
    });
  });
});
