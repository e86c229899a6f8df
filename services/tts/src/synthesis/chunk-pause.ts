import { pauseSeconds } from '@ownvoice/audio';
import type { Chunk } from '../text/index.js';

/** The pause after a chunk, in seconds: as long as the text asks for, else by what ends there and the speed. */
export const pauseAfterChunk = ({ silenceAfter, pauseAfter }: Chunk, speed: number): number =>
  silenceAfter ?? pauseSeconds(pauseAfter, speed);
