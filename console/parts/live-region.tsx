import { useEffect, useState } from 'preact/hooks';

/** Has screen readers say a text. For changes of state and ends of commands, not for every count. */
export function announce(text: string): void {
  say(text);
}

let say: (text: string) => void = () => undefined;

/** The ARIA live region that announcements are written to; it is on the page once. */
export function LiveRegion() {
  const [text, setText] = useState('');
  useEffect(() => {
    say = setText;
    return () => {
      say = () => undefined;
    };
  }, []);
  return (
    <div aria-live="polite" class="visually-hidden">
      {text}
    </div>
  );
}
