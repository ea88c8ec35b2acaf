import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useFocus } from '../../hooks/use-focus.ts';
import { announce } from '../../parts/live-region.tsx';

interface ShownSecretProps {
  of: { readonly url: string; readonly secret: string };
  onHide: () => void;
  /** The sentence about the secret. */
  children: ComponentChildren;
}

/** The secret of an endpoint, which the service shows once, with a button that copies it. It stays until it is hidden. */
export function ShownSecret({ of: { url, secret }, onHide, children }: ShownSecretProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = useFocus<HTMLButtonElement>();
  const text = useRef<HTMLElement>(null);
  const put = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
      announce('The secret is copied');
    } catch {
      // Browsers have no clipboard for pages without TLS.
      if (text.current !== null) getSelection()?.selectAllChildren(text.current);
      announce('The secret is selected: copy it with the keyboard');
    }
  };
  return (
    <div class="panel" role="group" aria-label={`Secret of ${url}`}>
      <p>
        <b>{url}</b>
      </p>
      <p>{children} It is not shown again.</p>
      <p>
        <code ref={text}>{secret}</code>
      </p>
      <div class="actions">
        <button type="button" ref={copy} onClick={() => void put()}>
          {isCopied ? 'Copied' : 'Copy the secret'}
        </button>
        <button type="button" onClick={onHide}>
          I have kept it
        </button>
      </div>
    </div>
  );
}
