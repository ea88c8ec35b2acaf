import type { UploadCopies } from '../files/uploads.ts';

/** Copies of an organization's files where imports read them, when that is not the folder of the FTP server. */
export interface ImportCopies {
  /** Puts a copy of the local file that the client knows by that path. */
  put(client: string, file: string): Promise<void>;
  remove(client: string): Promise<void>;
}

/** Creates the copies of an organization; null: imports read the folder itself. */
export function createImportCopies(copies: UploadCopies | null, organizationId: number): ImportCopies {
  return {
    put: async (client, file) => {
      const name = importableName(client);
      if (name !== null) await copies?.put(organizationId, name, file);
    },
    remove: async (client) => {
      const name = importableName(client);
      if (name !== null) await copies?.remove(organizationId, name);
    },
  };
}

/** Imports read files at the top of a directory only. */
function importableName(client: string): string | null {
  const [, name, ...below] = client.split('/');
  return name === undefined || name === '' || below.length > 0 ? null : name;
}
