import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface PageProps {
  title: string;
  /** The title of the tab, if it differs from the title of the page. */
  tab?: string;
  /** The pages above this one, as links: the first is the outermost. */
  above?: readonly { readonly name: string; readonly href: string }[];
  /** Buttons and links next to the title. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** A page: its title is that of the tab, too, unless that has its own, and gets the focus when the page is opened from another one. */
export function Page({ title, tab = title, above = [], actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${tab} – Sluice`;
  }, [tab]);
  useEffect(() => {
    if (opened > 0 && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    opened += 1;
  }, []);
  return (
    <main id="main">
      {above.length > 0 && (
        <nav aria-label="Breadcrumb" class="breadcrumb">
          <ol>
            {above.map(({ name, href }) => (
              <li key={href}>
                <a href={href}>{name}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

/** Pages opened in this tab: the first one leaves the focus to the browser. */
let opened = 0;
