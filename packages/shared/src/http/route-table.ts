import { type ApiError, commonError } from '../errors/api-error.js';

/** A path as the router compares it: an escaped slash is no slash. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The routes of an app, to distinguish an unknown path (404) from a method that is not allowed (405). */
export class RouteTable {
  readonly #routes: { path: string; pattern: RegExp; parameters: number; methods: Set<string> }[] = [];

  /** @param url the route's pattern, such as `/api/users/:id` */
  add(url: string, methods: string | string[]): void {
    // CORS handles preflight requests everywhere, which makes no path a route.
    if (url === '*') return;
    const path = url.replace(/\/$/, '');
    const source = path
      .split('/')
      .map((part) =>
        part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
      )
      .join('/');
    const parameters = url.split('/').filter((part) => part.startsWith(':') || part === '*').length;
    this.#routes.push({ path, pattern: new RegExp(`^${source}/?$`), parameters, methods: new Set([methods].flat()) });
  }

  /** The methods of a path: those of the routes with the fewest parameters that match it. */
  methodsFor(path: string): string[] {
    const matching = this.#routes.filter((route) => route.pattern.test(path));
    const fewest = Math.min(...matching.map(({ parameters }) => parameters));
    const found = matching.filter(({ parameters }) => parameters === fewest);
    return [...new Set(found.flatMap((route) => [...route.methods]))].sort();
  }

  /** Whether a route with a parameter was taken for a path that another route names, without the method. */
  isShadowed(method: string, url: string, pattern: string | undefined): boolean {
    if (!pattern?.includes(':')) return false;
    const methods = this.methodsFor(decoded(url.split('?', 1)[0] ?? '/'));
    return methods.length > 0 && !methods.includes(method);
  }

  /** The route that a path with a part too few or too many was meant for, such as `/audio/speech` for `/v1/audio/speech`. */
  #meant(method: string, path: string): string | undefined {
    const asked = path.replace(/\/+/g, '/').replace(/\/$/, '');
    const isMeant = (route: string) => route.endsWith(asked) || asked.endsWith(route) || asked.startsWith(`${route}/`);
    return this.#routes
      .filter((route) => route.parameters === 0 && route.path !== '' && route.methods.has(method))
      .map((route) => route.path)
      .filter((route) => asked !== '' && isMeant(route))
      .sort((a, b) => b.length - a.length)[0];
  }

  /**
   * Why there is no route for a request: 404, or 405 with `Allow`.
   * @param url with or without a query
   */
  rejection(method: string, url: string): ApiError {
    const path = decoded(url.split('?', 1)[0] ?? '/');
    const methods = this.methodsFor(path);
    if (methods.length === 0) {
      const meant = this.#meant(method, path);
      const shown = { method, path: path.slice(0, 200) };
      return meant === undefined
        ? commonError('not_found', { parameters: shown })
        : commonError('misspelled_path', { parameters: { ...shown, meant } });
    }
    const allow = methods.join(', ');
    return commonError('method_not_allowed', { parameters: { method, allow }, headers: { allow } });
  }
}
