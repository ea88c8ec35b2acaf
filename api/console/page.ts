import { PAGE_HEAD, pageHeaders } from '../http/web-page.ts';

/** Returns a function that writes the HTML page of the console, which is the same at each address but for the path to its files. */
export function createPage(names: readonly string[]): (pathBelow: string) => string {
  const [script = '', style = '', icon = ''] = ['main-*.js', 'main-*.css', 'icon-*.svg'].map((pattern) => {
    const [start = '', end = ''] = pattern.split('*');
    return names.find((name) => name.startsWith(start) && name.endsWith(end));
  });
  return (pathBelow) => {
    // Relative, because a proxy can serve the API below a path.
    const folder = `${'../'.repeat(pathBelow.split('/').length - 1) || './'}assets`;
    return `${PAGE_HEAD}
<title>Sluice</title>
<link rel="icon" href="${folder}/${icon}">
<link rel="stylesheet" href="${folder}/${style}">
<script type="module" src="${folder}/${script}"></script>
</head>
<body>
<noscript>The console needs JavaScript. Operators can use <code>npx sluice</code> on the command line.</noscript>
</body>
</html>
`;
  };
}

/** Headers of the page: it loads its own files only, calls this API only, and no other site may frame it. */
export const PAGE_HEADERS = pageHeaders(
  "script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'",
  "; require-trusted-types-for 'script'; trusted-types 'none'",
);
