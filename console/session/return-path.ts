import { linkTo } from '../base.ts';

const ITEM = 'sluice.return-to';

/** Notes the page that is open, to which the sign-on of a provider leads back. */
export function noteReturnPath(): void {
  sessionStorage.setItem(ITEM, location.pathname + location.search);
}

/** The page that was open before; the first one when none was noted. */
export function pathToReturn(): string {
  const noted = sessionStorage.getItem(ITEM);
  sessionStorage.removeItem(ITEM);
  return noted?.startsWith(linkTo('/')) === true ? noted : linkTo('/');
}
