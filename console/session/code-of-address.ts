/** The code of a one-time link, which stands in the fragment of the address; null when there is none or it was taken. */
export function takeCode(): string | null {
  const taken = code;
  code = null;
  return taken;
}

/** Whether a code waits to be taken: it signs in again, also where the tab has a key. */
export function hasCode(): boolean {
  return code !== null;
}

/** The address loses the code before anything else is done, so that neither the history nor a copied address has it. */
let code: string | null = /^#code=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
if (code !== null) history.replaceState(null, '', location.pathname + location.search);
