import { concatenate } from '@ownvoice/audio';
import { RealFft } from '../audio/real-fft.js';
import { messageOf } from '../errors.js';
import type { SpeechModel, SynthesisInput } from '../runtime/speech-model.js';
import { type Finding, failed, ok, percent, unknown } from './finding.js';
import type { InstalledVariant } from './installed-variant.js';
import { SENTENCES } from './numbers.js';

/** Speaks the three sentences as the service would, one after the other: time, memory, and what the sound looks like. */
export async function checkAudio(
  model: SpeechModel,
  installed: InstalledVariant,
  published: boolean,
): Promise<Finding[]> {
  const { precision, device, sampleRate, threads } = model.info;
  const check = `audio ${precision}`;
  try {
    const parts: Float32Array[] = [];
    let seconds = 0;
    for (const text of SENTENCES) {
      const input = await inputOf(model, installed, text);
      if (!input) return [unknown(check, 'a base model needs a voice', 'Name a recording with --reference FILE.wav.')];
      const start = performance.now();
      parts.push((await model.synthesize(input, { seed: 1 })).samples);
      seconds += (performance.now() - start) / 1000;
    }
    const samples = concatenate(parts);
    const spoken = samples.length / sampleRate;
    const memory = process.resourceUsage().maxRSS * 1024;
    const speed = ok(
      `speed ${precision}`,
      `real-time factor ${(seconds / spoken).toFixed(2)} on ${device} with ${threads} threads, one sentence at a time; at most ${(memory / 1e9).toFixed(2)} GB of memory so far, a GPU's not counted`,
      { realTimeFactor: seconds / spoken, audioSeconds: spoken, memoryBytes: memory },
    );
    return [speed, judged(check, samples, sampleRate, published)];
  } catch (error) {
    const advice = published ? 'Try another precision; if that fails too, report this.' : undefined;
    const detail = `the sentences could not be spoken: ${messageOf(error)}`;
    return [advice ? failed(check, detail, advice) : unknown(check, `${detail} These weights may not be able to.`)];
  }
}

function judged(check: string, samples: Float32Array, sampleRate: number, published: boolean): Finding {
  const figures = soundFigures(samples, sampleRate);
  const detail = `level ${figures.level.toFixed(0)} dB, varying by ${figures.variation.toFixed(0)} dB, flatness ${figures.flatness.toFixed(2)}, ${percent(figures.clipped, 1)} clipped`;
  const faults = unlikeSpeech(figures);
  const more = { ...figures };
  if (faults.length === 0) return ok(check, `level and spectrum look like speech (${detail})`, more);
  const finding = `no speech: ${faults.join(', ')} (${detail})`;
  if (!published)
    return unknown(check, `${finding}. The weights are not the published ones and may never speak.`, undefined, more);
  return failed(check, finding, 'Listen to it. If every precision sounds like this, report it with this output.', more);
}

async function inputOf(
  model: SpeechModel,
  { reference }: InstalledVariant,
  text: string,
): Promise<SynthesisInput | undefined> {
  const { kind, speakers } = model.info;
  if (kind === 'custom_voice') return { kind, text, speaker: speakers[0] ?? '' };
  if (kind === 'voice_design') return { kind, text, instruct: 'A calm voice.' };
  return reference && { kind, text, reference: await model.encodeReference(reference) };
}

const FFT_SIZE = 1024;
const LOWEST_HERTZ = 100;
const HIGHEST_HERTZ = 10_000;
const BAND_HERTZ = 100;

type SoundFigures = ReturnType<typeof soundFigures>;

/** Figures of a recording's level and long-term spectrum. */
export function soundFigures(samples: Float32Array, sampleRate: number) {
  const fft = new RealFft(FFT_SIZE);
  const binHertz = sampleRate / FFT_SIZE;
  const spectrum = new Float64Array(fft.bins);
  const frame = new Float64Array(FFT_SIZE);
  const power = new Float64Array(fft.bins);
  const levels: number[] = [];
  for (let at = 0; at + FFT_SIZE <= samples.length; at += FFT_SIZE / 2) {
    let energy = 0;
    for (let i = 0; i < FFT_SIZE; i++) {
      const sample = samples[at + i]!;
      energy += sample * sample;
      frame[i] = sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FFT_SIZE));
    }
    levels.push(decibels(energy / FFT_SIZE));
    fft.powerSpectrum(frame, power);
    for (let k = 0; k < fft.bins; k++) spectrum[k]! += power[k]!;
  }
  const heard = [...spectrum.subarray(Math.ceil(LOWEST_HERTZ / binHertz), Math.floor(HIGHEST_HERTZ / binHertz))];
  const bandBins = Math.ceil(BAND_HERTZ / binHertz);
  const bands = heard.map((_, k) => sum(heard.slice(k, k + bandBins)));
  return {
    /** dB of full scale. */
    level: decibels(sum(Array.from(samples, (x) => x * x)) / Math.max(1, samples.length)),
    /** Share of samples at full scale. */
    clipped: samples.filter((x) => Math.abs(x) >= 0.9999).length / Math.max(1, samples.length),
    /** Standard deviation of the level over time, in dB. */
    variation: Math.sqrt(mean(levels.map((level) => (level - mean(levels)) ** 2))),
    /** Geometric by arithmetic mean of the spectrum from 100 Hz to 10 kHz: 1 for white noise. */
    flatness: Math.exp(mean(heard.map((x) => Math.log(x + 1e-20)))) / (mean(heard) + 1e-20),
    /** Share of the strongest 100 Hz in the spectrum's energy. */
    narrowest: Math.max(...bands) / (sum(heard) + 1e-20),
  };
}

/** Why a recording is no speech; empty when its level and spectrum look like speech. */
export function unlikeSpeech({ level, clipped, variation, flatness, narrowest }: SoundFigures): string[] {
  const faults: [boolean, string][] = [
    [!(level > -55), 'it is silent'],
    [clipped > 0.01, 'it is clipped'],
    [!(variation > 4), 'its level does not change as syllables do'],
    [!(flatness < 0.35), 'its spectrum is as flat as that of noise'],
    [narrowest > 0.8, 'it is a single tone'],
  ];
  return faults.flatMap(([fault, reason]) => (fault ? [reason] : []));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / Math.max(1, values.length);
const decibels = (power: number) => 10 * Math.log10(power + 1e-12);
