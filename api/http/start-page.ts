import { createHash } from 'node:crypto';
import { API_PREFIX } from './prefix.ts';
import { escapeHtml, PAGE_HEAD, pageHeaders } from './web-page.ts';

/** Links of the page at `/` in addition to the API's own paths. */
export interface StartPageOptions {
  /** Address of the Temporal UI as browsers reach it; undefined leaves it out. */
  readonly temporalUiUrl?: string | undefined;
  /** Whether the API serves `/metrics`. */
  readonly metrics: boolean;
}

/** The page at `/`: what this service is, and where its documentation, health and Temporal UI are. */
export function startPage({ temporalUiUrl, metrics }: StartPageOptions): string {
  const links = [
    link(API_PREFIX.slice(1) + '/docs', 'API documentation', 'every call, its parameters and its answers'),
    link(API_PREFIX.slice(1) + '/openapi.json', 'OpenAPI document', 'the same for programs'),
    link('healthz', 'Health', 'whether this process and the parts it needs are up'),
    link('readyz', 'Readiness', 'whether it can serve calls'),
    ...(metrics ? [link('metrics', 'Metrics', 'for Prometheus')] : []),
    ...(temporalUiUrl === undefined ? [] : [link(temporalUiUrl, 'Temporal UI', 'every job, its state and progress')]),
  ];
  return `${PAGE_HEAD}
<title>Sluice</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Sluice</h1>
<p>An engine for the long-running jobs of an email-marketing service: subscriber imports and mailing-list deletions. Its API
is at <code>${API_PREFIX}</code>; every call needs an API key.</p>
<ul>
${links.join('\n')}
</ul>
<p class="note">Operators use <code>npx sluice</code> on the command line; <code>docs/on-call.md</code> in the folder of the
package has a page for each symptom.</p>
</main>
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --muted: #5b6470; --line: #d9dde3; --link: #0b57d0; --page: #fff }
@media (prefers-color-scheme: dark) {
  :root { --text: #e7e9ec; --muted: #a3abb5; --line: #363c44; --link: #8ab4f8; --page: #15181c }
}
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 36rem; margin: 12vh auto 2rem; padding: 0 1rem; overflow-wrap: anywhere }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.2 }
ul { margin: 1.5rem 0; padding: 0; list-style: none; border-top: 1px solid var(--line) }
li { padding: .6rem 0; border-bottom: 1px solid var(--line) }
li span { display: block }
a { color: var(--link); font-weight: 600 }
code { font: .9em ui-monospace, monospace }
li span, .note { color: var(--muted); font-size: .9rem }
`;

/** Headers of the page: nothing but its own style sheet is loaded, and no other site may frame it. */
export const START_PAGE_HEADERS = pageHeaders(
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
);

/** Addresses without a scheme are relative, so that they hold behind a proxy that serves the API below a path. */
function link(address: string, name: string, what: string): string {
  return `<li><a href="${escapeHtml(address)}">${name}</a><span>${what}</span></li>`;
}
