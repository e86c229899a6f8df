import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelKind } from '@ownvoice/shared/contract/models';

/** The golden cases that lie in the repository: every folder with a `cases.json`. */
export function goldenFolders(): { name: string; folder: string }[] {
  const root = fileURLToPath(new URL('../../../../tests/golden/', import.meta.url));
  return readdirSync(root)
    .map((name) => ({ name, folder: join(root, name) }))
    .filter(({ folder }) => existsSync(join(folder, 'cases.json')));
}

/** The folder of one of them. */
export function goldenFolder(name: string): string {
  const found = goldenFolders().find((golden) => golden.name === name);
  if (!found) throw new Error(`tests/golden has no ${name}`);
  return found.folder;
}

/** What tests read of a `cases.json`. */
interface GoldenCases {
  readonly kind: ModelKind;
  readonly tokenizer: readonly { readonly text: string; readonly ids: number[] }[];
  readonly cases: readonly {
    readonly name: string;
    readonly text: string;
    readonly language: string;
    readonly speaker?: string;
    readonly instruct?: string;
    readonly non_streaming_mode: boolean;
    readonly mode?: 'x_vector' | 'icl';
    readonly reference_text?: string;
    readonly frames: number;
    readonly prompt_length: number;
    readonly trailing_length: number;
  }[];
}

export function readGoldenCases(folder: string): GoldenCases {
  return JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8'));
}
