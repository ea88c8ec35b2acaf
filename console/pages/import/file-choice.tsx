import { useRef, useState } from 'preact/hooks';
import type { TargetedSubmitEvent } from 'preact';
import { Field } from '../../parts/field.tsx';
import type { Source } from './source.ts';

interface FileChoiceProps {
  onFile: (file: File) => void;
  onSource: (source: Source) => void;
}

/** The ways to name a file. */
export function FileChoice({ onFile, onSource }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined) onFile(file);
  };
  return (
    <>
      <div
        class={isOver ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer?.files);
        }}
      >
        <p>Drop a CSV file or an Excel workbook here (also packed with gzip or ZIP), or</p>
        <button type="button" class="primary" onClick={() => input.current?.click()}>
          Choose a file
        </button>
        <input
          ref={input}
          type="file"
          class="visually-hidden"
          tabIndex={-1}
          aria-label="File"
          accept=".csv,.txt,.tsv,.gz,.xlsx,.zip,text/csv,text/plain,text/tab-separated-values,application/gzip,application/zip,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => take(event.currentTarget.files)}
        />
      </div>
      <details class="after-table">
        <summary>Paste rows, or name a URL or a file in the upload directory</summary>
        <Pasted onFile={onFile} />
        <Named
          label="URL of the file"
          hint="The service downloads it: from a public address, by http or https."
          onName={(url) => onSource({ type: 'url', url })}
        />
        <Named
          label="File in the upload directory"
          hint="The name of a file that was put there, for example by FTP."
          onName={(filename) => onSource({ type: 'upload_directory', filename })}
        />
      </details>
      <details>
        <summary>What a file looks like</summary>
        <pre class="sample">{SAMPLE}</pre>
        <button type="button" onClick={() => onFile(fileOf(SAMPLE, 'sample.csv'))}>
          Try this sample
        </button>
      </details>
    </>
  );
}

const SAMPLE = 'Email,First name,City\nann@example.com,Ann,Oslo\nbob@example.com,Bob,Lima\nno address,Cid,Kyoto\n';

function Pasted({ onFile }: { onFile: (file: File) => void }) {
  const [text, setText] = useState('');
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onFile(fileOf(text, 'pasted.csv'));
  };
  return (
    <form onSubmit={submit}>
      <Field label="Rows" hint="From a spreadsheet or a file, best with a header.">
        {(control) => (
          <textarea {...control} rows={4} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        )}
      </Field>
      <button type="submit" disabled={text.trim() === ''}>
        Use these rows
      </button>
    </form>
  );
}

interface NamedProps {
  label: string;
  hint: string;
  onName: (name: string) => void;
}

function Named({ label, hint, onName }: NamedProps) {
  const [name, setName] = useState('');
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onName(name.trim());
  };
  return (
    <form class="named" onSubmit={submit}>
      <Field label={label} hint={hint}>
        {(control) => <input {...control} value={name} onInput={(event) => setName(event.currentTarget.value)} />}
      </Field>
      <button type="submit" disabled={name.trim() === ''}>
        Use it
      </button>
    </form>
  );
}

function fileOf(text: string, name: string): File {
  return new File([text], name, { type: 'text/csv' });
}
