import { DEFAULT_VOICE } from '@ownvoice/shared/contract/voices';
import { useEffect, useState } from 'react';
import { LanguageSelect } from '../interface/language-select.js';
import { Logo, PRODUCT_NAME } from '../interface/logo.js';
import { useFetch } from '../interface/use-fetch.js';
import { fetchVoices } from './api.js';
import { ApiExample } from './api-example.js';
import type { Clip } from './clip.js';
import { Delivery, type DeliveryDraft } from './delivery.js';
import { EngineStatus } from './engine-status.js';
import { GenerateBar } from './generate-bar.js';
import { History } from './history.js';
import type { Draft, PageStorage } from './page-storage.js';
import type { SpeechParameters, VoiceSelection } from './speech-parameters.js';
import { useText } from './text.js';
import { TextEditor } from './text-editor.js';
import { useChunks } from './use-chunks.js';
import { useClips } from './use-clips.js';
import { useEngineHealth } from './use-engine-health.js';
import { useGeneration } from './use-generation.js';
import { useRetry } from './use-retry.js';
import { useSaved } from './use-saved.js';
import type { VoiceDraft } from './voice-draft.js';
import { VoicePanel } from './voice-panel.js';

interface AppProps {
  storage: PageStorage;
  /** What it kept of earlier visits. */
  loaded: { clips: readonly Clip[]; draft: Draft | undefined };
}

export function App({ storage, loaded }: AppProps) {
  const text = useText();
  const title = `${PRODUCT_NAME} · ${text.service}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const engine = useEngineHealth();
  const voices = useFetch(fetchVoices);
  const [draft, setDraft] = useState(loaded.draft ?? newDraft(text.editor.sample));
  const { input, delivery, voice } = draft;
  const preview = useChunks({
    input,
    language: delivery.language,
    voice: voice.kind === 'preset' ? voice.preset : '',
    speed: delivery.speed,
  });
  useRetry(engine, voices);
  useRetry(engine, preview);

  const clips = useClips(loaded.clips);
  const isSaved = useSaved(storage, loaded.clips, { clips: clips.all, draft });
  const generation = useGeneration(clips);
  const { state } = generation;
  const voiceName = (id: string) => voices.value?.find((one) => one.id === id)?.name ?? id;

  const parameters = parametersOf(input, voice, delivery);
  /** An error is about the inputs that were sent. */
  const change = (update: (current: Draft) => Draft) => {
    setDraft(update);
    generation.reset();
  };
  const generate = () => {
    const { kind } = parameters.voice;
    if (kind === 'clone' && parameters.voice.reference === undefined) {
      generation.fail((words) => words.generation.referenceMissing);
      return;
    }
    generation.start(parameters);
  };

  return (
    <div className="layout">
      <header className="layout-header">
        <Logo service={text.service} />
        <EngineStatus engine={engine} />
        {engine.kind === 'loaded' && engine.health.accounts_url !== undefined && (
          <a className="layout-accounts" href={engine.health.accounts_url}>
            {text.accounts}
          </a>
        )}
        <LanguageSelect />
      </header>
      <main className="layout-main">
        <h1 className="visually-hidden">{text.title}</h1>
        <div className="layout-text">
          <TextEditor
            value={input}
            selectedLanguage={delivery.language}
            chunks={preview}
            onChange={(next) => change((current) => ({ ...current, input: next }))}
            onSubmit={generate}
          />
        </div>
        <div className="layout-voice">
          <VoicePanel
            draft={voice}
            voices={voices}
            engine={engine}
            delivery={parameters}
            onChange={(part) => change((current) => ({ ...current, voice: { ...current.voice, ...part } }))}
          />
        </div>
        <div className="layout-delivery">
          <Delivery
            draft={delivery}
            hasStyle={voice.kind === 'preset'}
            onChange={(part) => change((current) => ({ ...current, delivery: { ...current.delivery, ...part } }))}
          />
        </div>
        <div className="layout-generate">
          <GenerateBar
            generation={generation}
            current={state.kind === 'generating' ? clips.all.find(({ id }) => id === state.clipId) : undefined}
            latestClip={clips.all[0]}
            onGenerate={generate}
          />
        </div>
        <div className="layout-history">
          <History
            clips={clips}
            generation={generation}
            isSaved={isSaved}
            voiceName={voiceName}
            onClear={() => {
              generation.cancel();
              clips.clear();
              void storage.clear();
              change(() => newDraft(text.editor.sample));
            }}
          />
        </div>
        <div className="layout-api">
          <ApiExample parameters={parameters} />
        </div>
      </main>
    </div>
  );
}

const newDraft = (input: string): Draft => ({
  input,
  delivery: { language: '', instruct: '', speed: 1, seed: '' },
  voice: { kind: 'preset', preset: DEFAULT_VOICE, description: '', reference: undefined, transcript: '' },
});

function parametersOf(input: string, voice: VoiceDraft, delivery: DeliveryDraft): SpeechParameters {
  const { instruct, language, seed, speed } = delivery;
  const number = Number(seed);
  return {
    input,
    language,
    speed,
    seed: seed === '' || !Number.isSafeInteger(number) ? undefined : number,
    voice: voiceSelectionOf(voice, instruct),
  };
}

function voiceSelectionOf(draft: VoiceDraft, instruct: string): VoiceSelection {
  switch (draft.kind) {
    case 'preset':
      return { kind: 'preset', voice: draft.preset, instruct };
    case 'design':
      return { kind: 'design', description: draft.description };
    case 'clone':
      return { kind: 'clone', reference: draft.reference, transcript: draft.transcript };
  }
}
