import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { linkTo } from '../base.ts';

/** Goes to another page of the console, in place of this one in the browser's history. */
export function Redirect({ to }: { to: string }) {
  const { route } = useLocation();
  useEffect(() => route(linkTo(to), true), [to]);
  return null;
}
