/**
 * Signs in at a provider as a browser does: follows its redirects with its cookies, and fills in its page. @returns the query of the address
 * that it leads back to
 */
export async function signInAtProvider(url: string, login: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>();
  let address = url;
  let form: URLSearchParams | null = null;
  for (let steps = 0; steps < 10; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer: Response = await fetch(address, {
      method: form === null ? 'GET' : 'POST',
      headers: { cookie },
      body: form,
      redirect: 'manual',
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.text();
    const location = answer.headers.get('location');
    form = null;
    if (location === null) {
      if (!answer.ok) throw new Error(`The provider answered ${answer.status}: ${text}`);
      form = new URLSearchParams({ prompt: 'login', login, password: 'any' });
      continue;
    }
    address = new URL(location, address).href;
    if (address.startsWith(`${redirectUri}?`)) return address.slice(redirectUri.length + 1);
  }
  throw new Error('The provider does not lead back.');
}
