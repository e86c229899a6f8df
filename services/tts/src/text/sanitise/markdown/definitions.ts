const DEFINITION =
  /^\[(?!\^)((?:[^[\]\\]|\\.){1,200})\]:[ \t]*(<[^<>]{0,2000}>|[^\s<]\S{0,4000})?[ \t]*("[^"]*"|'[^']*'|\([^()]*\))?[ \t]*$/u;
const TARGET = /^(?:<|[#/]|\.{1,2}\/|mailto:|www\.)|:\/\/|[a-z]\.[a-z]{2}/iu;
const TITLE = /^[ \t]*(?:"[^"]*"|'[^']*'|\([^()]*\))[ \t]*$/u;
const USE = /\[((?:[^[\]\\]|\\.){1,200})\](?!:)/gu;

/** The link reference definitions of a document, `[label]: target "title"`, found while its lines are read. */
export class Definitions {
  readonly #labels = new Set<string>();
  readonly #used: () => ReadonlySet<string>;

  constructor(source: string) {
    let used: ReadonlySet<string> | undefined;
    this.#used = () => {
      used ??= new Set([...source.matchAll(USE)].map(([, label = '']) => normalized(label)));
      return used;
    };
  }

  has(label: string): boolean {
    return this.#labels.size > 0 && this.#labels.has(normalized(label));
  }

  /**
   * Reads a definition. `[Anna]: hello` is none, unless the document refers to `[Anna]`.
   *
   * @param line without its containers and indentation
   * @param next the two lines after it, for a target or title that stands there
   * @returns the number of lines read, 0 when this is no definition
   */
  read(line: string, next: string, afterNext: string): number {
    if (!line.startsWith('[')) return 0;
    const [, label, target, title] = DEFINITION.exec(line) ?? [];
    if (label === undefined || label.trim() === '') return 0;
    if (target === undefined) {
      if (title !== undefined || !/^[ \t]*<?[^\s<>]+>?[ \t]*$/u.test(next) || !this.#isTarget(label, next.trim()))
        return 0;
      this.#labels.add(normalized(label));
      return TITLE.test(afterNext) ? 3 : 2;
    }
    if (!this.#isTarget(label, target)) return 0;
    this.#labels.add(normalized(label));
    return title === undefined && TITLE.test(next) ? 2 : 1;
  }

  #isTarget(label: string, target: string): boolean {
    return TARGET.test(target) || this.#used().has(normalized(label));
  }
}

function normalized(label: string): string {
  return label.trim().replace(/\s+/gu, ' ').toLowerCase();
}
