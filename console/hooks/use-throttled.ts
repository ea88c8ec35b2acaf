import { useEffect, useRef } from 'preact/hooks';

/** Calls at once, and then at most once in so many milliseconds; a call in between is made at their end. */
export function useThrottled(call: () => void, milliseconds: number): () => void {
  const latest = useRef(call);
  latest.current = call;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const isWanted = useRef(false);
  useEffect(() => () => void (timer.current !== null && clearTimeout(timer.current)), []);
  const run = () => {
    isWanted.current = false;
    latest.current();
    timer.current = setTimeout(() => {
      timer.current = null;
      if (isWanted.current) run();
    }, milliseconds);
  };
  return () => {
    isWanted.current = true;
    if (timer.current === null) run();
  };
}
