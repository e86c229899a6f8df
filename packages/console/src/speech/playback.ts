import { stretchTime } from '@ownvoice/audio';
import { SAMPLE_RATE, secondsOf, type Track, type TrackPiece } from './track.js';

/** Time for the audio thread to take over a piece, in seconds. */
const LEAD_SECONDS = 0.02;
/** Pieces that the audio thread has: it goes on by itself while the page is busy or in the background. */
const SCHEDULED_PIECES = 2;
/** How long the device is kept when a track has ended, for what it has not played yet. */
const RELEASE_MS = 1_000;

/** A piece that the audio thread plays or has played. Times are those of the audio context. */
interface Scheduled {
  index: number;
  /** Seconds of the piece that were left out. */
  offset: number;
  startsAt: number;
  endsAt: number;
  source: AudioBufferSourceNode;
}

/** A place in a track: a piece, and seconds in it. */
interface Place {
  index: number;
  offset: number;
}

const START: Place = { index: 0, offset: 0 };

/** Plays one track at a time, its pieces without gaps. A track may grow while it plays. */
export class Playback {
  #context: AudioContext | undefined;
  #output: GainNode | undefined;
  #rate = 1;
  #volume = 1;
  #track: Track = { pieces: [] };
  #id: string | undefined;
  #isPlaying = false;
  /** Where playback goes on. */
  #next = START;
  #scheduled: Scheduled[] = [];
  /** The piece that ended last; the pause after it counts from its end. */
  #ended: Scheduled | undefined;
  #release: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  /** Calls back when a track starts or stops, or its position is changed. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Browsers start audio only while they handle an input of the user; what is played later then starts as well. */
  unlock(): void {
    clearTimeout(this.#release);
    this.#context ??= this.#newContext();
    void this.#context.resume();
  }

  isPlaying(id: string): boolean {
    return this.#isPlaying && this.#id === id;
  }

  /** Seconds in the track, as `secondsOf` counts them. */
  position(id: string): number {
    if (this.#id !== id) return 0;
    const now = this.#context?.currentTime ?? 0;
    const heard = this.#scheduled.findLast(({ startsAt }) => startsAt <= now) ?? this.#ended;
    if (!this.#isPlaying || heard === undefined) return this.#secondsAt(this.#next);
    const { index, offset, startsAt } = heard;
    const length = this.#track.pieces[index]?.seconds ?? 0;
    return this.#secondsAt({ index, offset: Math.min(length, offset + Math.max(0, now - startsAt) * this.#rate) });
  }

  /** The piece that is heard, or for which playback waits; 0 for another track. */
  pieceIndex(id: string): number {
    return this.#placeAt(this.position(id)).index;
  }

  get rate(): number {
    return this.#rate;
  }

  /** How fast tracks are played; their pitch stays. */
  set rate(rate: number) {
    this.#restart(() => {
      this.#rate = rate;
    });
  }

  get volume(): number {
    return this.#volume;
  }

  /** In [0, 1]. */
  set volume(volume: number) {
    this.#volume = volume;
    if (this.#output) this.#output.gain.value = volume;
    this.#notify();
  }

  /** Plays a track, from where it was paused. Another one that plays is stopped. */
  play(id: string, track: Track): void {
    this.select(id, track);
    this.unlock();
    this.#isPlaying = true;
    this.#fill();
    this.#notify();
  }

  /** @param id undefined for whichever track plays */
  pause(id = this.#id): void {
    if (id === undefined || !this.isPlaying(id)) return;
    this.#next = this.#placeAt(this.position(id));
    this.#isPlaying = false;
    this.#silence();
    void this.#context?.suspend();
    this.#notify();
  }

  seek(id: string, track: Track, seconds: number): void {
    this.select(id, track);
    this.#silence();
    this.#next = this.#placeAt(Math.max(0, seconds));
    this.#fill();
    this.#notify();
  }

  /** The track has changed: more of its pieces are ready. */
  update(id: string, track: Track): void {
    if (this.#id !== id) return;
    this.#track = track;
    this.#fill();
  }

  /** Forgets a track. */
  release(id: string): void {
    this.pause(id);
    if (this.#id === id) this.#id = undefined;
  }

  #newContext(): AudioContext {
    const context = new AudioContext({ sampleRate: SAMPLE_RATE });
    this.#output = new GainNode(context, { gain: this.#volume });
    this.#output.connect(context.destination);
    // A phone call, for example: the user starts it again.
    context.onstatechange = () => {
      if (context.state === 'interrupted' && this.#id !== undefined) this.pause(this.#id);
    };
    return context;
  }

  /** Takes a track in place of the one before, which stops. */
  select(id: string, track: Track): void {
    if (this.#id !== id) {
      this.#silence();
      this.#isPlaying = false;
      this.#next = START;
    }
    this.#id = id;
    this.#track = track;
  }

  /** Hands ready pieces to the audio thread. */
  #fill(): void {
    const context = this.#context;
    while (context && this.#isPlaying && this.#scheduled.length < SCHEDULED_PIECES) {
      const piece = this.#track.pieces[this.#next.index];
      if (piece?.kind === 'missing') this.#next = { index: this.#next.index + 1, offset: 0 };
      else if (piece?.kind === 'ready') this.#schedule(context, piece);
      else {
        if (piece === undefined && this.#scheduled.length === 0) this.#finish();
        return;
      }
    }
  }

  #schedule(context: AudioContext, piece: Extract<TrackPiece, { kind: 'ready' }>): void {
    const { index } = this.#next;
    const offset = Math.min(this.#next.offset, piece.speechSeconds);
    const samples = this.#atRate(piece.samples());
    const buffer = context.createBuffer(1, Math.max(1, samples.length), SAMPLE_RATE);
    buffer.getChannelData(0).set(samples);
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(this.#output ?? context.destination);
    const previous = this.#scheduled.at(-1) ?? this.#ended;
    const startsAt = Math.max(context.currentTime + LEAD_SECONDS, previous ? this.#endWithPause(previous) : 0);
    source.start(startsAt, offset / this.#rate);
    const scheduled = {
      index,
      offset,
      startsAt,
      endsAt: startsAt + (piece.speechSeconds - offset) / this.#rate,
      source,
    };
    // Unlike a timer, this event is not delayed in a background tab.
    source.onended = () => {
      this.#scheduled = this.#scheduled.filter((other) => other !== scheduled);
      this.#ended = scheduled;
      this.#fill();
    };
    this.#scheduled.push(scheduled);
    this.#next = { index: index + 1, offset: 0 };
  }

  /** Known once the next piece is ready: the pause is shorter where the pieces have silence of their own. */
  #endWithPause({ index, endsAt }: Scheduled): number {
    const piece = this.#track.pieces[index];
    return piece?.kind === 'ready' ? endsAt + (piece.seconds - piece.speechSeconds) / this.#rate : endsAt;
  }

  #atRate(samples: Float32Array): Float32Array {
    return this.#rate === 1 ? samples : stretchTime(samples, SAMPLE_RATE, 1 / this.#rate);
  }

  /** Changes what the scheduled pieces depend on, and goes on at the same position. */
  #restart(change: () => void): void {
    const place = this.#id === undefined ? START : this.#placeAt(this.position(this.#id));
    this.#silence();
    change();
    this.#next = place;
    this.#fill();
    this.#notify();
  }

  #finish(): void {
    this.#isPlaying = false;
    this.#ended = undefined;
    this.#next = START;
    this.#release = setTimeout(() => void this.#context?.suspend(), RELEASE_MS);
    this.#notify();
  }

  #silence(): void {
    for (const { source } of this.#scheduled) {
      source.onended = null;
      source.stop();
      source.disconnect();
    }
    this.#scheduled = [];
    this.#ended = undefined;
  }

  #secondsAt({ index, offset }: Place): number {
    return secondsOf({ pieces: this.#track.pieces.slice(0, index) }) + offset;
  }

  /** A place that is not ready is the start of the next piece that is, or the end of what is generated. */
  #placeAt(seconds: number): Place {
    const { pieces } = this.#track;
    let start = 0;
    for (const [index, piece] of pieces.entries()) {
      if (seconds < start + piece.seconds) {
        return piece.kind === 'ready' ? { index, offset: seconds - start } : { index, offset: 0 };
      }
      start += piece.seconds;
    }
    return { index: pieces.length, offset: 0 };
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
