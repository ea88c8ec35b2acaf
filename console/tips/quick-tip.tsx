import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { dataOf } from '../../client/index.ts';
import { linkTo } from '../base.ts';
import { CommandButton } from '../parts/command-button.tsx';
import { announce } from '../parts/live-region.tsx';
import { useApi, useSession } from '../session/session.tsx';
import { dismissedTips, dismissTip } from './dismissed-tips.ts';

/** The tip about the page that is shown, for a user who wants tips and has not dismissed this one. */
export function QuickTip() {
  const { client } = useApi();
  const { caller, setCaller } = useSession();
  const { path } = useLocation();
  const [, setDismissed] = useState<string | null>(null);
  const user = caller?.user ?? null;
  const tip = tipOf(path.slice(linkTo('').length));
  if (user?.show_quick_tips !== true || tip === null || dismissedTips(user.id).includes(tip.id)) return null;
  const dismiss = () => {
    dismissTip(user.id, tip.id);
    setDismissed(tip.id);
    focusPage();
  };
  const switchOff = async () => {
    setCaller(await dataOf(client.PUT('/session/preferences', { body: { show_quick_tips: false } })));
    announce('No more tips are shown. My account switches them on again.');
    focusPage();
  };
  return (
    <aside class="tip" aria-label="Tip">
      <p>
        <strong>Tip:</strong> {tip.text}
      </p>
      <div class="actions">
        <button type="button" class="quiet" onClick={dismiss}>
          Dismiss <span class="visually-hidden">the tip</span>
        </button>
        <CommandButton kind="quiet" run={switchOff} failed="Tips are still shown">
          No more tips
        </CommandButton>
      </div>
    </aside>
  );
}

/** The button that had the focus is gone. */
function focusPage(): void {
  document.querySelector<HTMLElement>('main h1')?.focus();
}

/** A hint about a page of the console. */
interface Tip {
  readonly id: string;
  /** The paths of the page, below the console. */
  readonly path: RegExp;
  readonly text: string;
}

/** The tips by page. */
const TIPS: readonly Tip[] = [
  {
    id: 'lists',
    path: /^\/lists$/,
    text: 'Open a list to import a file into it and to see who is on it. The key / leads to the search of each page.',
  },
  {
    id: 'list',
    path: /^\/lists\/\d+$/,
    text: 'You may drop a file that you are not sure about: nothing is written before the last step of an import, which counts what would happen.',
  },
  {
    id: 'import',
    path: /^\/lists\/\d+\/import$/,
    text: 'A reload loses nothing: the choices of this import stay in the tab.',
  },
  {
    id: 'jobs',
    path: /^\/jobs$/,
    text: 'Jobs continue when you close the console, also when the service is restarted.',
  },
  {
    id: 'settings',
    path: /^\/settings$/,
    text: 'Give each program an API key of its own: it can be switched off without the others.',
  },
  {
    id: 'users',
    path: /^\/settings\/users$/,
    text: 'A standard user may do what you tick, and nothing else. A change of role or permissions signs the user out.',
  },
];

/** The tip about the page of a path; null when there is none. */
function tipOf(path: string): Tip | null {
  return TIPS.find((tip) => tip.path.test(path)) ?? null;
}
