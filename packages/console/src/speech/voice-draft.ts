import type { Reference, VoiceKind } from './speech-parameters.js';

/** The inputs of all tabs. They are kept when the tab changes. */
export interface VoiceDraft {
  kind: VoiceKind;
  /** The id of a preset voice. */
  preset: string;
  description: string;
  reference: Reference | undefined;
  transcript: string;
}
