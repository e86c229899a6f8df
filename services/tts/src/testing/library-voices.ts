import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReferenceAudio } from '../engines/engine.js';
import { sealed } from '../storage.js';
import { folderNameOf, type StoredVoice } from '../voice-library/stored-voice.js';
import { VOICE_FILE } from '../voice-library/voice-index.js';
import { hashOf, type NewVoice } from '../voice-library/voice-library.js';

export const CHECKPOINT = 'c'.repeat(64);

/** A recording that is `seconds` long and belongs to no other `tone`. */
export function referenceOf(tone: number, seconds = 0.1, text?: string): ReferenceAudio {
  const samples = Float32Array.from({ length: seconds * 24_000 }, (_, at) => Math.sin(tone * at) / 2);
  return { samples, hash: hashOf(samples), ...(text !== undefined && { text }) };
}

/** A voice to be added, encoded for a checkpoint. */
export function newVoice(
  name: string,
  { checkpoint = CHECKPOINT, keepsRecording = false, owner = null as string | null } = {},
): NewVoice {
  const reference = referenceOf(name.length / 10, 0.1, 'Hum.');
  const speakerEmbedding = Float32Array.from({ length: 8 }, (_, at) => at / 3);
  const spoken = { text: 'Hum.', codes: Int32Array.from({ length: 32 }, (_, at) => at * 50), frames: 2 };
  return {
    owner,
    name,
    language: 'English',
    origin: 'cloned',
    reference,
    keepsRecording,
    encoding: { voice: { checkpoint, hash: 'e'.repeat(64), speakerEmbedding, spoken }, variant: 'base-0.6b' },
  };
}

/** Many voices as another process has left them, without waiting for the disk. */
export async function writeVoices(folder: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let start = 0; start < count; start += 200) {
    const batch = Array.from({ length: Math.min(200, count - start) }, async (_, offset) => {
      const number = start + offset;
      const id = `voice${number}`;
      const voice: StoredVoice = {
        id,
        owner: null,
        name: `Voice ${number}`,
        language: 'auto',
        createdAt: number,
        origin: 'cloned',
        recordingHash: 'f'.repeat(64),
        hasRecording: false,
        bytes: 100,
      };
      await mkdir(join(folder, folderNameOf(voice)));
      await writeFile(join(folder, folderNameOf(voice), VOICE_FILE), sealed(voice));
    });
    await Promise.all(batch);
  }
}
