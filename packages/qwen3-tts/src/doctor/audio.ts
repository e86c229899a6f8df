import { concatenate } from '@ownvoice/audio';
import { messageOf } from '../errors.js';
import type { SpeechModel, SynthesisInput } from '../runtime/speech-model.js';
import { type Finding, failed, ok, percent, unknown } from './finding.js';
import type { InstalledVariant } from './installed-variant.js';
import { SENTENCES } from './numbers.js';
import { soundFigures, unlikeSpeech } from './speech-likeness.js';

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
