import { useCallback, useEffect, useState } from 'react';
import { Logo, PRODUCT_NAME } from '../interface/icon.js';
import { LanguageSelect } from '../interface/render-page.js';
import { useFetch } from '../interface/use-fetch.js';
import { fetchVoices } from './api.js';
import { ApiExample } from './api-example.js';
import type { Clip } from './clip.js';
import { Delivery } from './delivery.js';
import { type Draft, knownPreset, newDraft, parametersOf } from './draft.js';
import { EngineStatus } from './engine-status.js';
import { GenerateBar } from './generate-bar.js';
import { History } from './history.js';
import type { PageStorage } from './page-storage.js';
import { ignoresStyle, inputError, voiceError } from './speech-parameters.js';
import { useText } from './text.js';
import { TextEditor } from './text-editor.js';
import { useChunks } from './use-chunks.js';
import { useClips } from './use-clips.js';
import { useEngineHealth, useRetry } from './use-engine-health.js';
import { useGeneration } from './use-generation.js';
import { useSaved } from './use-saved.js';
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
  // The last one while the service is unreachable: its voices stay in the list.
  const [speaker, setSpeaker] = useState('');
  const current = engine.kind === 'loaded' ? `${engine.health.engine} ${engine.health.variant}` : speaker;
  if (current !== speaker) setSpeaker(current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another model may have other voices
  const voices = useFetch(useCallback((signal) => fetchVoices(signal), [speaker]));
  const [entered, setDraft] = useState(loaded.draft ?? newDraft(text.editor.sample));
  const draft = knownPreset(entered, voices.value);
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

  const parameters = parametersOf(draft);
  /** An error is about the inputs that were sent. */
  const change = (update: (current: Draft) => Draft) => {
    setDraft(update);
    generation.reset();
  };
  const generate = () => {
    const error = inputError(input) ?? voiceError(parameters.voice);
    if (error === undefined) generation.start(parameters);
    else generation.fail(error);
  };

  return (
    <>
      <header className="top-bar row">
        <Logo service={text.service} />
        <EngineStatus engine={engine} />
        {engine.kind === 'loaded' && engine.health.accounts_url !== undefined && (
          <a className="small" href={engine.health.accounts_url}>
            {text.accounts}
          </a>
        )}
        <LanguageSelect />
      </header>
      <main className="layout">
        <h1 className="visually-hidden">{text.title}</h1>
        <TextEditor
          value={input}
          selectedLanguage={delivery.language}
          chunks={preview}
          onChange={(next) => change((current) => ({ ...current, input: next }))}
          onSubmit={generate}
        />
        <VoicePanel
          draft={voice}
          voices={voices}
          engine={engine}
          delivery={parameters}
          onChange={(part) => change((current) => ({ ...current, voice: { ...current.voice, ...part } }))}
        />
        <Delivery
          draft={delivery}
          hasStyle={voice.kind === 'preset'}
          ignoresStyle={engine.kind === 'loaded' && ignoresStyle(engine.health)}
          onChange={(part) => change((current) => ({ ...current, delivery: { ...current.delivery, ...part } }))}
        />
        <GenerateBar
          generation={generation}
          current={state.kind === 'generating' ? clips.all.find(({ id }) => id === state.clipId) : undefined}
          latestClip={clips.all[0]}
          onGenerate={generate}
        />
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
        <ApiExample parameters={parameters} />
      </main>
    </>
  );
}
