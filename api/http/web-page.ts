/**
 * Headers of an HTML page that no other site may frame. `sources` are the directives that let it load something, `more` those behind all
 * others, each begun by "; ".
 */
export function pageHeaders(sources: string, more = '') {
  return {
    'cache-control': 'no-cache',
    'content-security-policy': `default-src 'none'; ${sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'${more}`,
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  } as const;
}

/** The beginning of each page, up to its title. */
export const PAGE_HEAD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">`;

/** A text as the value of an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
