import type { ColumnFacts } from './column-facts.ts';
import { plainName } from './synonyms.ts';

const SALUTATIONS = [
  ...['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'sir', 'madam', 'herr', 'frau', 'divers', 'firma', 'familie'],
  ...['m', 'mme', 'mlle', 'monsieur', 'madame', 'mademoiselle', 'sr', 'sra', 'srta', 'senor', 'senora', 'don', 'dona'],
  ...['sig', 'sigra', 'signor', 'signora', 'dhr', 'mevr', 'mw', 'meneer', 'mevrouw', 'hr', 'fr', 'pan', 'pani'],
];
const GENDERS = [
  ...['m', 'f', 'd', 'w', 'x', 'h', 'v', 'k', 'male', 'female', 'man', 'woman', 'men', 'women', 'diverse', 'other'],
  ...[
    'mannlich',
    'weiblich',
    'divers',
    'homme',
    'femme',
    'masculin',
    'feminin',
    'hombre',
    'mujer',
    'masculino',
    'femenino',
  ],
  ...['uomo', 'donna', 'maschio', 'femmina', 'vrouw', 'homem', 'mulher', 'feminino', 'unknown', 'none', 'na', 'autre'],
];

/** Names that mean one thing in some files and another in others, with the words that columns of the one meaning have. */
const WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['title', new Set(SALUTATIONS)],
  ['titre', new Set(SALUTATIONS)],
  ['titel', new Set(SALUTATIONS)],
  ['genre', new Set(GENDERS)],
  ['sex', new Set(GENDERS)],
]);

/**
 * Whether the values of a column agree with the usual synonyms of its name: a title may be "Dr" or "Sales manager", a genre a gender
 * or a kind of music, and an address that of a street or of a mailbox.
 */
export function meansSynonym(name: string, { words, filled, addresses }: ColumnFacts): boolean {
  const plain = plainName(name);
  if (plain === 'address' || plain === 'adresse') return addresses === 0;
  const known = WORDS.get(plain);
  if (known === undefined || filled === 0) return true;
  return (
    words !== null &&
    [...words.keys()].every((word) =>
      word
        .split(/[\s.]+/)
        .map(plainName)
        .every((part) => part === '' || known.has(part)),
    )
  );
}
