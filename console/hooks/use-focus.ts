import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Focuses an element when it appears. Browsers heed the attribute autofocus once per page only. */
export function useFocus<Focused extends HTMLElement>(): RefObject<Focused | null> {
  const element = useRef<Focused>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
