import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** Result of a page's request. While it is read again, the last answer stays. */
export interface Answer<Data> {
  /** Undefined until the first answer. */
  readonly data: Data | undefined;
  /** Of the last reading; null when it went well. */
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Reads again: at once, or when the reading under way has its answer. */
  readonly reload: () => void;
}

type Answered<Data> = Omit<Answer<Data>, 'reload'>;

/**
 * Reads when the page opens and when one of `inputs` changes; the answer of an earlier reading is then dropped. Readings do
 * not overlap: where answers take longer than the time between two calls of `reload`, none of them would count.
 */
export function useAnswer<Data>(read: () => Promise<Data>, inputs: readonly unknown[]): Answer<Data> {
  const [state, setState] = useState<Answered<Data>>({ data: undefined, error: null, isLoading: true });
  const reading = useRef<{ isWantedAgain: boolean } | null>(null);
  const load = useCallback(() => {
    if (reading.current !== null) {
      reading.current.isWantedAgain = true;
      return;
    }
    const own = { isWantedAgain: false };
    reading.current = own;
    const end = (change: (known: Answered<Data>) => Answered<Data>) => {
      if (reading.current !== own) return;
      reading.current = null;
      setState(change);
      if (own.isWantedAgain) load();
    };
    setState(({ data }) => ({ data, error: null, isLoading: true }));
    read().then(
      (data) => end(() => ({ data, error: null, isLoading: false })),
      (error: unknown) => end(({ data }) => ({ data, error, isLoading: false })),
    );
  }, inputs);
  useEffect(() => {
    load();
    return () => {
      reading.current = null;
    };
  }, [load]);
  return { ...state, reload: load };
}
