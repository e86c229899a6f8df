/** An answer, with its body read. */
export interface Landing {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type Browser = ReturnType<typeof openBrowser>;

/**
 * A browser as far as single sign-on needs one: cookies by origin, redirects followed one by one.
 * @param resolve maps a public URL to the one where the service listens
 */
export function openBrowser(resolve: (url: URL) => string = String) {
  const jars = new Map<string, Map<string, string>>();

  async function request(address: URL | string, headers: Record<string, string>, body?: object): Promise<Landing> {
    const url = new URL(address);
    const jar = jars.get(url.origin) ?? new Map<string, string>();
    jars.set(url.origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(resolve(url), {
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) keep(jar, line);
    return { url, status: response.status, headers: response.headers, text: await response.text() };
  }

  const get = (address: URL | string, headers: Record<string, string> = {}) => request(address, headers);
  const post = (address: URL | string, body: object) => request(address, { 'content-type': 'application/json' }, body);

  /** Follows redirects until an answer is no redirect, or `stop` returns true for the next URL, which is not requested. */
  async function follow(from: Landing, stop: (url: URL) => boolean): Promise<URL | Landing> {
    let here = from;
    for (let hops = 0; hops < 10; hops += 1) {
      const location = here.headers.get('location');
      if (location === null) return here;
      const next = new URL(location, here.url);
      if (stop(next)) return next;
      here = await get(next);
    }
    throw new Error(`more than ten redirects from ${from.url.origin}`);
  }

  return { get, post, follow, cookies: (origin: string) => jars.get(origin) ?? new Map<string, string>() };
}

function keep(jar: Map<string, string>, setCookie: string): void {
  const [pair = '', ...attributes] = setCookie.split(';').map((part) => part.trim());
  const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
  const expired = attributes.some((attribute) => /^max-age=0$|^expires=.*1970/i.test(attribute));
  if (expired) jar.delete(name);
  else jar.set(name, value);
}
