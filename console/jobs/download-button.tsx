import type { ComponentChildren } from 'preact';
import { CommandButton } from '../parts/command-button.tsx';
import { useApi } from '../session/session.tsx';

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
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await response.blob());
    link.download = name;
    link.click();
    // The browser reads it after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
  };
  return (
    <CommandButton run={save} failed="The file was not downloaded">
      {children}
    </CommandButton>
  );
}

const REVOKE_MS = 60_000;
