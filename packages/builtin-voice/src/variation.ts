import type { FormantSettings } from './formant/formant-synthesizer.js';

/**
 * Small differences between one reading and the next, as a speaker has them, drawn from the seed: pitch by up to 2 of 99,
 * its range by up to 6, the pace by up to 3 percent. Equal seeds give equal draws.
 */
export class Variation {
  #state: number;

  /** @param seed 32-bit unsigned */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The settings of one reading. */
  vary(settings: FormantSettings): FormantSettings {
    return {
      voice: settings.voice,
      pitch: settings.pitch + this.#draw() * 2,
      range: settings.range === 0 ? 0 : settings.range + this.#draw() * 6,
      rate: settings.rate * (1 + this.#draw() * 0.03),
    };
  }

  /**
   * A number in [-1, 1).
   *
   * @see S. Vigna, SplitMix; here its 32-bit form with the finaliser of MurmurHash3
   */
  #draw(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 31 - 1;
  }
}
