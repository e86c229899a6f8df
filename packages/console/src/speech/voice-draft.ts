import type { FetchState } from '../interface/use-fetch.js';
import type { AnyVoice } from './api.js';
import type { Reference, VoiceKind } from './speech-parameters.js';
import type { EngineHealth } from './use-engine-health.js';

/** The inputs of all tabs. They are kept when the tab changes. */
export interface VoiceDraft {
  kind: VoiceKind;
  /** The id of a preset voice. */
  preset: string;
  description: string;
  reference: Reference | undefined;
  transcript: string;
}

export interface VoiceTabProps {
  draft: VoiceDraft;
  voices: FetchState<AnyVoice[]>;
  engine: EngineHealth;
  onChange: (change: Partial<VoiceDraft>) => void;
}
