import { useRef, useState } from 'preact/hooks';
import type { Ref } from 'preact';
import { MEANING_CHARACTERS, plainWord } from '../../../engine/domain/column-rule-limits.ts';
import { announce } from '../../parts/live-region.tsx';
import { Choice } from './choice.tsx';
import { meaningName, wordName } from './meanings.ts';
import type { Meanings } from './meanings.ts';

interface WordListProps {
  values: Readonly<Record<string, string>>;
  meanings: Meanings;
  /** Cells of the column. */
  sample: readonly string[];
  /** Gives a word a meaning; null: it means what it says. */
  onChange: (word: string, meaning: string | null) => void;
}

/** The words of a column that have a meaning, which can be changed and removed, and the choice of another word. */
export function WordList({ values, meanings, sample, onChange }: WordListProps) {
  const picker = useRef<HTMLSelectElement>(null);
  const known = new Set(Object.keys(values).map(plainWord));
  const cells = new Map(sample.map((cell) => [plainWord(cell), cell.trim()]));
  const free = [...cells].filter(([key]) => key !== '' && !known.has(key)).map(([, cell]) => cell);
  const remove = (word: string) => {
    onChange(word, null);
    announce(`${wordName(word)} means what it says.`);
    picker.current?.focus();
  };
  return (
    <fieldset class="plain words">
      <legend>What words mean</legend>
      {Object.entries(values).map(([word, meaning]) => (
        <div key={word} class="word">
          <Meaning
            label={wordName(word)}
            value={meaning}
            meanings={meanings}
            onChange={(changed) => onChange(word, changed)}
          />
          <button type="button" class="link" aria-label={`Remove ${wordName(word)}`} onClick={() => remove(word)}>
            Remove
          </button>
        </div>
      ))}
      <NewWord
        picker={picker}
        words={[...free, ...(known.has('') ? [] : [''])]}
        meanings={meanings}
        onAdd={(word, meaning) => {
          onChange(word, meaning);
          announce(`${wordName(word)} means ${meaningName(meaning, meanings)}.`);
          picker.current?.focus();
        }}
      />
    </fieldset>
  );
}

interface NewWordProps {
  picker: Ref<HTMLSelectElement>;
  /** The words that are offered. */
  words: readonly string[];
  meanings: Meanings;
  onAdd: (word: string, meaning: string) => void;
}

const NONE = '';
const TYPED = '+';

function NewWord({ picker, words, meanings, onAdd }: NewWordProps) {
  const [picked, setPicked] = useState(NONE);
  const [typed, setTyped] = useState('');
  const [meaning, setMeaning] = useState(meanings?.[0]?.[0] ?? '');
  const word = picked === TYPED ? typed.trim() : picked.slice(1);
  return (
    <>
      <label>
        Another word
        <select ref={picker} value={picked} onChange={(event) => setPicked(event.currentTarget.value)}>
          <option value={NONE}>Choose …</option>
          {words.map((each) => (
            <option key={each} value={`=${each}`}>
              {wordName(each)}
            </option>
          ))}
          <option value={TYPED}>One that is not here …</option>
        </select>
      </label>
      {picked === TYPED && (
        <label>
          The word
          <input value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
      )}
      {picked !== NONE && (
        <div class="word">
          <Meaning label="It means" value={meaning} meanings={meanings} onChange={setMeaning} />
          <button
            type="button"
            disabled={picked === TYPED && word === ''}
            onClick={() => {
              onAdd(word, meaning);
              setPicked(NONE);
              setTyped('');
            }}
          >
            Add
          </button>
        </div>
      )}
    </>
  );
}

interface MeaningProps {
  label: string;
  value: string;
  meanings: Meanings;
  onChange: (meaning: string) => void;
}

function Meaning({ label, value, meanings, onChange }: MeaningProps) {
  if (meanings === null)
    return (
      <label>
        {label}
        <input
          maxLength={MEANING_CHARACTERS}
          placeholder="blank"
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      </label>
    );
  const options = meanings.some(([meaning]) => meaning === value) ? meanings : [...meanings, [value, value] as const];
  return <Choice label={label} value={value} options={options} onChange={onChange} />;
}
