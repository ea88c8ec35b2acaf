import type { FileFormat } from './draft.ts';

interface FormatControlsProps {
  format: FileFormat;
  isBusy: boolean;
  /** Whether all of it was found in the file. */
  isFound: boolean;
  /** Goes back to what was found. */
  onFound: () => void;
  onChange: (format: Partial<FileFormat>) => void;
}

/** How the file is read, as it was found; each change is previewed at once. */
export function FormatControls({ format, isBusy, isFound, onFound, onChange }: FormatControlsProps) {
  return (
    <fieldset class="plain format" aria-busy={isBusy}>
      <legend class="visually-hidden">How the file is read</legend>
      <Choice
        label="Encoding"
        value={format.character_set}
        options={[
          ['UTF-8', 'UTF-8'],
          ['ISO-8859-1', 'ISO-8859-1 (Latin 1)'],
        ]}
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
      <label class="check">
        <input
          type="checkbox"
          checked={format.csv_has_headers}
          onChange={(event) => onChange({ csv_has_headers: event.currentTarget.checked })}
        />
        The first row is a header
      </label>
      {isFound ? (
        <p class="hint">As found in the file. The rows below follow each change.</p>
      ) : (
        <button type="button" class="link" onClick={onFound}>
          Back to what was found in the file
        </button>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
