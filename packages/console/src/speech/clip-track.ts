import { arrange, encodeWav, joinedPiece, type PcmSpeech, type Place } from '@ownvoice/audio';
import { saveFile } from '../interface/browser.js';
import type { Clip } from './clip.js';
import { peakOf, SAMPLE_RATE, type Track } from './track.js';

/** The sample value of the largest amplitude in a packed piece. */
const FULL_SCALE = 32_767;

interface Piece extends Place {
  index: number;
  audio: PcmSpeech;
}

/** The chunks that are ready, each with its place in the join. The server joins the chunks of a request by the same rule. */
function piecesOf({ chunks }: Clip): Piece[] {
  const ready = chunks.flatMap(({ state, pauseSeconds }, index) =>
    state.kind === 'ready' ? [{ index, audio: state.audio, pauseAfter: pauseSeconds }] : [],
  );
  const places = arrange(
    ready.map(({ audio, pauseAfter }) => ({ ...audio, pauseAfter })),
    SAMPLE_RATE,
  );
  return ready.flatMap(({ index, audio }, at) => {
    const place = places[at];
    return place ? [{ index, audio, ...place }] : [];
  });
}

/**
 * What a player plays of a clip.
 * @param isGenerating playback waits for the chunks that are missing; otherwise it leaves them out
 */
export function trackOf(clip: Clip, isGenerating: boolean): Track {
  const pieces = new Map(piecesOf(clip).map((piece) => [piece.index, piece]));
  return {
    pieces: clip.chunks.map(({ estimatedSeconds, pauseSeconds, state }, index) => {
      const piece = pieces.get(index);
      if (piece === undefined) {
        const isPending = isGenerating && state.kind !== 'skipped';
        return { kind: isPending ? 'pending' : 'missing', seconds: estimatedSeconds + pauseSeconds };
      }
      const { audio, gain, silenceAfter } = piece;
      const speechSeconds = audio.samples.length / SAMPLE_RATE;
      return {
        kind: 'ready',
        speechSeconds,
        seconds: speechSeconds + silenceAfter / SAMPLE_RATE,
        peak: (from, to) => peakOf(audio.samples, from, to) * ((audio.peak * gain) / FULL_SCALE),
        samples: () => joinedPiece(audio, gain, SAMPLE_RATE),
      };
    }),
  };
}

function* samplesOf(pieces: readonly Piece[]): Generator<Float32Array> {
  for (const { audio, gain, silenceAfter } of pieces) {
    yield joinedPiece(audio, gain, SAMPLE_RATE);
    yield new Float32Array(silenceAfter);
  }
}

/** Lets the browser handle input between two pieces of a long clip. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Saves the generated chunks of a clip as one WAV file: the server's response to the whole text with the seed. */
export async function saveClip(clip: Clip): Promise<void> {
  const pieces = piecesOf(clip);
  const length = pieces.reduce((sum, { audio, silenceAfter }) => sum + audio.samples.length + silenceAfter, 0);
  const parts: BlobPart[] = [];
  for (const bytes of encodeWav(samplesOf(pieces), length, SAMPLE_RATE)) {
    parts.push(bytes);
    await nextTask();
  }
  saveFile(new Blob(parts, { type: 'audio/wav' }), `ownvoice-clip-${clip.number}.wav`);
}

/** `01:02:03,450` */
const timeOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 23).replace('.', ',');

/** SubRip subtitles of the generated chunks, one cue for each. */
export function subtitlesOf(clip: Clip): string {
  let start = 0;
  const cues = piecesOf(clip).map(({ index, audio, silenceAfter }, at) => {
    const end = start + audio.samples.length / SAMPLE_RATE;
    const { text = '', written = text } = clip.chunks[index] ?? {};
    const cue = `${at + 1}\n${timeOf(start)} --> ${timeOf(end)}\n${written}\n`;
    start = end + silenceAfter / SAMPLE_RATE;
    return cue;
  });
  return cues.join('\n');
}
