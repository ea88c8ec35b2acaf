/** A hint about a page of the console. */
export interface Tip {
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
export function tipOf(path: string): Tip | null {
  return TIPS.find((tip) => tip.path.test(path)) ?? null;
}
