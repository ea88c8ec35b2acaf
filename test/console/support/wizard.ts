import { expect } from 'vitest';
import type { TestConsole } from './browser.ts';

/** The rows of the file of the story, and how many of them have no address. */
export const ROWS = 50_000;
export const BROKEN = 500;

/** A file of people with errors; its columns have other names than the fields of the list. */
export const CSV = [
  'Contact;Where;Age',
  ...Array.from({ length: ROWS }, (_, row) =>
    row % (ROWS / BROKEN) === 0 ? `broken ${row};Oslo;30` : `reader${row}@example.com;Lima;${20 + (row % 60)}`,
  ),
  '',
].join('\n');

/** Drops a file of this text onto the page, as a browser does when a user drags it there. */
export function drop(ui: TestConsole, name: string, text: string): Promise<void> {
  return dropFile(ui, name, JSON.stringify(text));
}

/** Drops a file of any bytes onto the page. */
export function dropBytes(ui: TestConsole, name: string, bytes: Buffer): Promise<void> {
  return dropFile(ui, name, `Uint8Array.from(atob('${bytes.toString('base64')}'), (each) => each.charCodeAt(0))`);
}

async function dropFile({ page }: TestConsole, name: string, content: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    `(() => { const transfer = new DataTransfer(); transfer.items.add(new File([${content}], ${JSON.stringify(name)}, { type: 'text/csv' })); return transfer; })()`,
  );
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer: transfer });
}

/** Sends the beginning of an upload, as a tab that was closed had done. */
export async function beginUpload({ engine }: TestConsole, text: string, bytes: number): Promise<string> {
  const headers = { authorization: `Basic ${engine.apiKey}`, 'tus-resumable': '1.0.0' };
  const created = await engine.app.inject({
    method: 'POST',
    url: '/ga/api/v2/uploads',
    headers: {
      ...headers,
      'upload-length': String(Buffer.byteLength(text)),
      'upload-metadata': `filename ${Buffer.from('people.csv').toString('base64')}`,
    },
  });
  const id = String(created.headers.location).split('/').at(-1) ?? '';
  await engine.app.inject({
    method: 'PATCH',
    url: `/ga/api/v2/uploads/${id}`,
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: Buffer.from(text).subarray(0, bytes),
  });
  return id;
}

/** The figures that the bar of a job has shown, reloads of the page included. */
export interface WatchedBar {
  figures(): Promise<number[]>;
  /** Waits until the bar shows a larger figure. @returns it */
  above(figure: number): Promise<number>;
}

/** Watches the bar of the pages that are opened from now on. */
export async function watchBar({ page }: TestConsole): Promise<WatchedBar> {
  await page.addInitScript(`setInterval(() => {
    const figure = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
    const figures = JSON.parse(sessionStorage.getItem('figures') ?? '[]');
    if (figure == null || figures.at(-1) === Number(figure)) return;
    sessionStorage.setItem('figures', JSON.stringify([...figures, Number(figure)]));
  }, 20)`);
  const figures = (): Promise<number[]> => page.evaluate(`JSON.parse(sessionStorage.getItem('figures') ?? '[]')`);
  return {
    figures,
    above: async (least) => {
      await expect.poll(async () => (await figures()).at(-1), PATIENCE).toBeGreaterThan(least);
      return (await figures()).at(-1) ?? 0;
    },
  };
}

const PATIENCE = { timeout: 60_000, interval: 50 };

/** Waits until the input with this label has the focus. */
export async function focused({ page }: TestConsole, label: string): Promise<void> {
  await page.getByLabel(label).and(page.locator(':focus')).waitFor();
}
