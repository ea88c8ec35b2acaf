import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** What a page reads. While it is read again, the last answer stays. */
export interface Answer<Data> {
  /** Undefined until the first answer. */
  readonly data: Data | undefined;
  /** Of the last reading; null when it went well. */
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Reads again. */
  readonly reload: () => void;
}

/** Reads when the page opens and when one of `inputs` changes; the answer of an earlier reading is then dropped. */
export function useAnswer<Data>(read: () => Promise<Data>, inputs: readonly unknown[]): Answer<Data> {
  const [state, setState] = useState<Omit<Answer<Data>, 'reload'>>({ data: undefined, error: null, isLoading: true });
  const latest = useRef(0);
  const load = useCallback(() => {
    const number = (latest.current += 1);
    const isLatest = () => latest.current === number;
    setState(({ data }) => ({ data, error: null, isLoading: true }));
    read().then(
      (data) => isLatest() && setState({ data, error: null, isLoading: false }),
      (error: unknown) => isLatest() && setState(({ data }) => ({ data, error, isLoading: false })),
    );
  }, inputs);
  useEffect(() => {
    load();
    return () => {
      latest.current += 1;
    };
  }, [load]);
  return { ...state, reload: load };
}
