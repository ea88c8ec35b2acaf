import type { ComponentChildren } from 'preact';
import { useApi } from '../session/session.tsx';
import { CommandButton } from './command-button.tsx';
import { saveFile } from './save-file.ts';

interface DownloadButtonProps {
  /** The path of the API that answers with the file. */
  path: string;
  /** The name under which the browser saves it. */
  name: string;
  children: ComponentChildren;
}

/** Saves a file of the API, which takes the key in a header, so that a link alone cannot fetch it. */
export function DownloadButton({ path, name, children }: DownloadButtonProps) {
  const api = useApi();
  const save = async () => {
    const response = await api.fetch(path);
    if (!response.ok || response.headers.get('content-type')?.includes('json') === true)
      throw new Error('The file is no longer stored.');
    saveFile(await response.blob(), name);
  };
  return (
    <CommandButton run={save} failed="The file was not downloaded">
      {children}
    </CommandButton>
  );
}
