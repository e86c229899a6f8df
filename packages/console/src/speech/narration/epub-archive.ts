import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { PageError } from '../../language/language-provider.js';
import type { SpeechText } from '../text.js';
import { textOf } from '../text-file.js';

/** Bounds of a book: the files of its archive, and the bytes of its documents once they are inflated. */
const MAX_FILES = 20_000;
const MAX_BYTES = 64 * 1024 ** 2;

/** The texts in an archive, by their paths. */
export class EpubArchive {
  #bytesLeft = MAX_BYTES;

  private constructor(
    readonly name: string,
    private readonly files: ReadonlyMap<string, FileEntry>,
  ) {}

  /** @throws {PageError} for what is no archive, or has too many files */
  static async open(file: File): Promise<EpubArchive> {
    const files = new Map<string, FileEntry>();
    try {
      const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false, filenameValidation: 'tolerant' });
      for await (const entry of reader.getEntriesGenerator()) {
        if (files.size === MAX_FILES)
          throw new PageError<SpeechText>(({ narration }) =>
            narration.tooManyFiles({ name: file.name, limit: MAX_FILES }),
          );
        if (!entry.directory) files.set(entry.filename, entry);
      }
    } catch (cause) {
      throw cause instanceof PageError ? cause : unreadable(file.name, cause);
    }
    return new EpubArchive(file.name, files);
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  /**
   * A file as text. It is inflated piece by piece, so that what is too large is never in memory as a whole.
   * @throws {PageError} when it is missing, damaged or encrypted, or when all texts together are too large
   */
  async read(path: string): Promise<string> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const target = new WritableStream<Uint8Array<ArrayBuffer>>({
      write: (piece) => {
        this.#bytesLeft -= piece.length;
        if (this.#bytesLeft < 0) throw new RangeError('too large');
        pieces.push(piece);
      },
    });
    try {
      const entry = this.files.get(path);
      if (entry === undefined) throw new Error(`${path} is missing`);
      await entry.getData(target, { checkSignature: true });
      return textOf(new Uint8Array(await new Blob(pieces).arrayBuffer()));
    } catch (cause) {
      if (this.#bytesLeft >= 0) throw unreadable(this.name, cause);
      const megabytes = MAX_BYTES / 1024 ** 2;
      throw new PageError<SpeechText>(({ narration }) => narration.tooMuchText({ name: this.name, megabytes }), {
        cause,
      });
    }
  }
}

export const unreadable = (name: string, cause?: unknown) =>
  new PageError<SpeechText>(({ narration }) => narration.bookUnreadable({ name }), { cause });
