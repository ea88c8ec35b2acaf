import { linkTo } from '../base.ts';
import { pathToReturn } from './return-path.ts';

/** The code of a one-time link: of an API key for this tab, of a session of a user, or of a new password; or the answer of a provider. */
export interface LinkCode {
  readonly of: 'key' | 'session' | 'reset' | 'sign-on';
  readonly code: string;
}

/** The code of a one-time link, which stands in the fragment of the address; null when there is none or it was taken. */
export function takeCode(): LinkCode | null {
  const taken = found;
  found = null;
  return taken;
}

/** Whether a code waits to be taken: it signs in again, also where the tab has a key. */
export function hasCode(): boolean {
  return found !== null;
}

/** Whether the answer of a provider waits to be taken. */
export function isOfSignOn(): boolean {
  return found?.of === 'sign-on';
}

/** The address loses the code before anything else is done, so that neither the history nor a copied address has it. */
let found: LinkCode | null = answerIn(location) ?? codeIn(location.hash);
if (found?.of === 'sign-on') history.replaceState(null, '', pathToReturn());
else if (found !== null) history.replaceState(null, '', location.pathname + location.search);

/** The answer with which a provider has led the browser back. */
function answerIn({ pathname, search }: Location): LinkCode | null {
  return pathname === linkTo('/single-sign-on') && search !== '' ? { of: 'sign-on', code: search.slice(1) } : null;
}

function codeIn(fragment: string): LinkCode | null {
  const [, name, code] = /^#(code|session|reset)=([\w-]+)$/.exec(fragment) ?? [];
  return code === undefined ? null : { of: name === 'session' || name === 'reset' ? name : 'key', code };
}
