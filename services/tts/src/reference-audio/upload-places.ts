/** Bounds of the uploads that are being received or decoded, of all clients and of each address. */
export interface UploadLimits {
  readonly uploads: number;
  /** What they hold in memory. */
  readonly bytes: number;
  readonly uploadsOfAddress: number;
  readonly bytesOfAddress: number;
}

/** One upload in progress. `leave` may be called more than once. */
export interface UploadPlace {
  /** @returns whether there is room for so many bytes more; they are then counted until `leave` */
  take(bytes: number): boolean;
  leave(): void;
}

interface Share {
  uploads: number;
  bytes: number;
}

/**
 * Bounds uploads by the memory that they hold. An upload takes as much as has arrived, so slow ones keep nobody out.
 */
export class UploadPlaces {
  readonly #limits: UploadLimits;
  readonly #all: Share = { uploads: 0, bytes: 0 };
  readonly #addresses = new Map<string, Share>();

  constructor(limits: UploadLimits) {
    this.#limits = limits;
  }

  /** @returns undefined when there are too many uploads */
  enter(address: string): UploadPlace | undefined {
    const { uploads, bytes, uploadsOfAddress, bytesOfAddress } = this.#limits;
    const all = this.#all;
    const own = this.#addresses.get(address) ?? { uploads: 0, bytes: 0 };
    if (all.uploads >= uploads || own.uploads >= uploadsOfAddress) return undefined;
    this.#addresses.set(address, own);
    all.uploads++;
    own.uploads++;
    let taken = 0;
    let inside = true;
    return {
      take: (more) => {
        if (!inside || all.bytes + more > bytes || own.bytes + more > bytesOfAddress) return false;
        taken += more;
        all.bytes += more;
        own.bytes += more;
        return true;
      },
      leave: () => {
        if (!inside) return;
        inside = false;
        all.uploads--;
        own.uploads--;
        all.bytes -= taken;
        own.bytes -= taken;
        if (own.uploads === 0) this.#addresses.delete(address);
      },
    };
  }
}
