import { useEffect } from 'preact/hooks';

/** Pixels that pages, and boxes in them, were scrolled to, by address. */
const places = new Map<string, number>();
/** Whether the page that is shown was gone back to. */
let isBack = false;

/** A page that was gone back to is read again before it is as high as it was. */
const PATIENCE_MS = 5_000;

/** Goes to the place at which a page was left when it is gone back to, as soon as it is high enough again. */
export function useKeptPlace(): void {
  useEffect(() => {
    history.scrollRestoration = 'manual';
    let frame = 0;
    const note = () => void places.set(location.href, scrollY);
    const stop = () => cancelAnimationFrame(frame);
    const restore = () => {
      stop();
      isBack = true;
      const wanted = places.get(location.href) ?? 0;
      const end = performance.now() + PATIENCE_MS;
      const step = () => {
        const isHigh = document.documentElement.scrollHeight - innerHeight >= wanted;
        if (isHigh) scrollTo(0, wanted);
        if (!isHigh && performance.now() < end) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    };
    const leave = () => {
      isBack = false;
    };
    addEventListener('scroll', note, { passive: true });
    addEventListener('popstate', restore);
    addEventListener('click', leave, { capture: true });
    for (const event of INPUTS) addEventListener(event, stop, { passive: true });
    return () => {
      stop();
      removeEventListener('scroll', note);
      removeEventListener('popstate', restore);
      removeEventListener('click', leave, { capture: true });
      for (const event of INPUTS) removeEventListener(event, stop);
    };
  }, []);
}

const INPUTS = ['wheel', 'touchmove', 'keydown'] as const;

/** The place of a box of the page when it was left and gone back to; 0 for a page that was opened. */
export function placeOfBox(name: string): number {
  return isBack ? (places.get(`${location.href} ${name}`) ?? 0) : 0;
}

/** Notes the place of a box of the page. */
export function notePlaceOfBox(name: string, pixels: number): void {
  places.set(`${location.href} ${name}`, pixels);
}
