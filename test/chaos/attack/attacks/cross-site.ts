import type { Attack } from '../attack.ts';

/** Requests that a browser sends for a page of another site, without the user's consent. */
export const crossSite: Attack = {
  name: 'cross-site',
  title: 'bodies that a browser sends for a page of another site, with the key that it has kept',
  play: async ({ call, complain }) => {
    const origins = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' },
    ];
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''];
    for (const [i, origin] of origins.entries()) {
      for (const type of types) {
        const body = JSON.stringify({ mailing_list: { name: `Cross ${i} ${type}` } });
        const { text } = await call('POST', '/mailing_lists', body, { headers: { 'content-type': type, ...origin } });
        if (text.startsWith('{"success":true')) {
          complain(`a body of type "${type}" from another site (${JSON.stringify(origin)}) created a list`);
        }
      }
    }
  },
};
