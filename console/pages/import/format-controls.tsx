import { Choice } from './choice.tsx';
import type { Analysis, FileFormat } from './draft.ts';

interface FormatControlsProps {
  analysis: Analysis;
  /** The parts that were chosen; all others are as found in the file. */
  chosen: Partial<FileFormat>;
  isBusy: boolean;
  onChoose: (chosen: Partial<FileFormat>) => void;
}

/** Controls of the detected file format; each change is previewed immediately. */
export function FormatControls({ analysis, chosen, isBusy, onChoose }: FormatControlsProps) {
  const { sheets } = analysis;
  const format = { ...analysis.file_format, ...chosen };
  const onChange = (changes: Partial<FileFormat>) => onChoose({ ...chosen, ...changes });
  return (
    <fieldset class="plain format" aria-busy={isBusy}>
      <legend class="visually-hidden">How the file is read</legend>
      {sheets !== null && sheets.length > 1 && (
        <Choice
          label="Sheet"
          value={String(format.sheet ?? sheets[0]?.name)}
          options={sheets.map(({ name }) => [name, name])}
          onChange={(sheet) => onChange({ sheet })}
        />
      )}
      <Choice
        label="Encoding"
        value={format.character_set}
        options={encodingChoices(format.character_set)}
        onChange={(character_set) => onChange({ character_set })}
      />
      <Choice
        label="Separator"
        value={format.csv_field_separator}
        options={[
          [',', 'Comma ,'],
          [';', 'Semicolon ;'],
          ['\t', 'Tab'],
          ['|', 'Vertical bar |'],
          ['^', 'Caret ^'],
        ]}
        onChange={(csv_field_separator) => onChange({ csv_field_separator })}
      />
      <Choice
        label="Quote"
        value={format.csv_field_enclosure}
        options={[
          ['"', 'Double "'],
          ["'", "Single '"],
        ]}
        onChange={(csv_field_enclosure) => onChange({ csv_field_enclosure })}
      />
      <Choice
        label="Dates such as 03/04"
        value={format.date_format}
        options={[
          ['mdy', 'Month first'],
          ['dmy', 'Day first'],
        ]}
        onChange={(date_format) => onChange({ date_format: date_format === 'dmy' ? 'dmy' : 'mdy' })}
      />
      <Choice
        label="Decimals such as 1,5"
        value={format.decimal_mark ?? ''}
        options={[
          ...(format.decimal_mark === undefined ? [['', 'As each number says'] as const] : []),
          ['.', 'Behind a point'],
          [',', 'Behind a comma'],
        ]}
        onChange={(mark) => onChange({ decimal_mark: mark === ',' ? ',' : '.' })}
      />
      <label>
        Lines above the header
        <input
          type="number"
          min={0}
          max={100}
          value={format.skip_lines ?? 0}
          onChange={(event) => onChange({ skip_lines: Number(event.currentTarget.value) })}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={format.csv_has_headers}
          onChange={(event) => onChange({ csv_has_headers: event.currentTarget.checked })}
        />
        The first row is a header
      </label>
      {Object.keys(chosen).length === 0 ? (
        <p class="hint">As found in the file. The rows below follow each change.</p>
      ) : (
        <button type="button" class="link" onClick={() => onChoose({})}>
          Back to what was found in the file
        </button>
      )}
    </fieldset>
  );
}

/** Encodings that people choose from, by their label in the WHATWG Encoding Standard, with where files have them. */
const ENCODINGS: readonly (readonly [label: string, name: string])[] = [
  ['UTF-8', 'UTF-8'],
  ['utf-8-twice', 'UTF-8 that was encoded twice (Ã¼ for ü)'],
  ['windows-1252', 'Western European (windows-1252)'],
  ['windows-1250', 'Central European (windows-1250)'],
  ['iso-8859-2', 'Central European (ISO-8859-2)'],
  ['iso-8859-15', 'Western European with € (ISO-8859-15)'],
  ['windows-1251', 'Cyrillic (windows-1251)'],
  ['koi8-r', 'Cyrillic (KOI8-R)'],
  ['ibm866', 'Cyrillic (IBM 866)'],
  ['windows-1253', 'Greek (windows-1253)'],
  ['windows-1254', 'Turkish (windows-1254)'],
  ['windows-1255', 'Hebrew (windows-1255)'],
  ['windows-1256', 'Arabic (windows-1256)'],
  ['windows-1257', 'Baltic (windows-1257)'],
  ['windows-1258', 'Vietnamese (windows-1258)'],
  ['windows-874', 'Thai (windows-874)'],
  ['macintosh', 'Western European of old Macs (macintosh)'],
  ['shift_jis', 'Japanese (Shift_JIS)'],
  ['euc-jp', 'Japanese (EUC-JP)'],
  ['iso-2022-jp', 'Japanese (ISO-2022-JP)'],
  ['gb18030', 'Simplified Chinese (GB18030)'],
  ['big5', 'Traditional Chinese (Big5)'],
  ['euc-kr', 'Korean (EUC-KR)'],
  ['utf-16le', 'UTF-16, low byte first'],
  ['utf-16be', 'UTF-16, high byte first'],
];

/** The choices for a file that is read in an encoding; that one is among them, as it is written, whatever it is. */
function encodingChoices(current: string): readonly (readonly [label: string, name: string])[] {
  const isCurrent = (label: string) => label.toLowerCase() === current.toLowerCase();
  if (!ENCODINGS.some(([label]) => isCurrent(label))) return [[current, current], ...ENCODINGS];
  return ENCODINGS.map(([label, name]) => (isCurrent(label) ? [current, name] : [label, name]));
}
