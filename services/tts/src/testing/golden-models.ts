import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyGolden } from '@ownvoice/qwen3-tts/internals/testing/golden-models';
import type { Precision } from '@ownvoice/shared/contract/models';

export type GoldenName = 'base-0.6b' | 'customvoice-0.6b' | 'voicedesign-1.7b';

/** A folder of the reduced checkpoints that the model is checked with; they load in a second. */
export const goldenFolder = (name: GoldenName) =>
  fileURLToPath(new URL(`../../../../tests/golden/${name}/`, import.meta.url));

/** Lays the build of a reduced checkpoint where a service finds it under the name of its variant. */
export async function buildGolden(name: GoldenName, modelsDir: string, precision: Precision = 'int8'): Promise<string> {
  return copyGolden(name, join(modelsDir, name), precision);
}

/** A mirror that offers a reduced checkpoint as if it were the released one; down until it is opened. */
export class GoldenMirror {
  open = false;
  refusals = 0;
  readonly #server: Server;

  constructor(name: GoldenName) {
    this.#server = createServer((request, response) => {
      const path = /\/resolve\/[^/]+\/(.+)$/.exec(request.url ?? '')?.[1] ?? '';
      const file = join(goldenFolder(name), 'checkpoint', path);
      if (!this.open) {
        this.refusals++;
        response.writeHead(403).end();
      } else if (path.includes('..') || !existsSync(file)) response.writeHead(404).end();
      else response.end(readFileSync(file));
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
