import { ApiError } from '@ownvoice/shared';
import { limitKeyOf } from '@ownvoice/shared/client-address';

/** Registrations of one client that are computed at once, and that wait for these. */
const MAX_IN_FLIGHT = 4;
const MAX_WAITING = 32;
/** Registrations of all clients that are in flight or wait. */
const MAX_IN_ALL = 200;

interface Gate {
  inFlight: number;
  readonly waiting: (() => void)[];
}

/** Bounds the registrations that are under way: each costs a password hash, and anybody may ask for one. */
export class RegistrationLimit {
  readonly #gates = new Map<string, Gate>();
  #inAll = 0;

  /**
   * Runs a registration when few of its client are in flight.
   * @param address of the client
   * @throws {ApiError} 429 with `retry-after` when too many wait already
   */
  async run<T>(address: string, register: () => Promise<T>): Promise<T> {
    const client = limitKeyOf(address) ?? address;
    const gate = this.#gates.get(client) ?? { inFlight: 0, waiting: [] };
    if (gate.waiting.length >= MAX_WAITING || this.#inAll >= MAX_IN_ALL)
      throw new ApiError(429, 'Too many registrations at once. Try again later.', { headers: { 'retry-after': 10 } });
    this.#gates.set(client, gate);
    this.#inAll += 1;
    try {
      if (gate.inFlight >= MAX_IN_FLIGHT) await new Promise<void>((resolve) => gate.waiting.push(resolve));
      else gate.inFlight += 1;
      return await register();
    } finally {
      this.#inAll -= 1;
      const next = gate.waiting.shift();
      // Whoever comes next takes the place over.
      if (next) next();
      else if (--gate.inFlight === 0) this.#gates.delete(client);
    }
  }
}
