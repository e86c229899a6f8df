/** Remembers every route as it is added, to tell "no such address" (404) from "not by this method" (405). */
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

  /** The methods that this path is served by, wildcards aside. */
  methodsFor(path: string): string[] {
    const found = this.#routes.filter((route) => !route.pattern.source.includes('.*') && route.pattern.test(path));
    return [...new Set(found.flatMap((route) => [...route.methods]))].sort();
  }
}
