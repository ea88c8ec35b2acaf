import { Choice } from './choice.tsx';
import type { Analysis, FileFormat } from './draft.ts';
import { encodingChoices } from './encodings.ts';

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
