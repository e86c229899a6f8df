/** The routes of an app, to distinguish an unknown path (404) from a method that is not allowed (405). */
export class RouteTable {
  readonly #routes: { pattern: RegExp; methods: Set<string> }[] = [];

  /** @param url the route's pattern, such as `/api/users/:id` */
  add(url: string, methods: string | string[]): void {
    const source = url
      .replace(/\/$/, '')
      .split('/')
      .map((part) =>
        part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
      )
      .join('/');
    this.#routes.push({ pattern: new RegExp(`^${source}/?$`), methods: new Set([methods].flat()) });
  }

  /** The methods of the routes that match a path; wildcard routes do not count. */
  methodsFor(path: string): string[] {
    const found = this.#routes.filter((route) => !route.pattern.source.includes('.*') && route.pattern.test(path));
    return [...new Set(found.flatMap((route) => [...route.methods]))].sort();
  }
}
