import type { ComponentChildren } from 'preact';
import { apiUrl } from '../base.ts';
import type { Api } from '../session/api.ts';
import { useApi } from '../session/session.tsx';
import { CommandButton } from './command-button.tsx';

interface DownloadButtonProps {
  /** The path of the API that answers with the file. */
  path: string;
  /** The name under which the browser saves it. */
  name: string;
  children: ComponentChildren;
}

/** Saves a file of the API. In a session the browser fetches it by a link, and writes it as it comes. */
export function DownloadButton({ path, name, children }: DownloadButtonProps) {
  const api = useApi();
  const save = async () => {
    const response = await api.fetch(path);
    if (!response.ok || response.headers.get('content-type')?.includes('json') === true)
      throw new Error('The file is no longer stored.');
    if (!takesLinks(api)) return saveBlob(await response.blob(), name);
    await response.body?.cancel();
    follow(apiUrl(path), name);
  };
  return (
    <CommandButton run={save} failed="The file was not downloaded">
      {children}
    </CommandButton>
  );
}

/** Whether a link can fetch a file: a key has to be in a header, and without TLS browsers do not say whose page has the link. */
function takesLinks({ headers }: Api): boolean {
  return headers['authorization'] === undefined && isSecureContext;
}

/** Saves a blob as a file of the browser. */
function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  follow(url, name);
  // The browser has begun to read the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function follow(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
