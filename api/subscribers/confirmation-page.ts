import type { Confirmed } from '../../engine/subscribers/confirmation.ts';

/** The page behind the link in a confirmation mail, and its HTTP status. */
export const CONFIRMATION_PAGES: Readonly<Record<Confirmed, { status: number; html: string }>> = {
  added: page(200, 'Thank you', 'Your address is confirmed and you are subscribed.'),
  again: page(200, 'All is well', 'This address is subscribed already. There is nothing left to do.'),
  expired: page(
    410,
    'This link is too old',
    'It can no longer be used. Please subscribe once more to get another one.',
  ),
  refused: page(503, 'Not just now', 'You could not be subscribed at the moment. Please try this link again later.'),
  unknown: page(404, 'This link is not known', 'Please see whether the whole link from the mail was copied.'),
};

function page(status: number, title: string, sentence: string) {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem }</style>
</head>
<body>
<h1>${title}</h1>
<p>${sentence}</p>
</body>
</html>
`;
  return { status, html };
}
