import { DEFAULT_VOICE } from '@ownvoice/shared/contract/voices';
import { useCallback, useEffect, useState } from 'react';
import { LanguageSelect } from '../interface/language-select.js';
import { Logo, PRODUCT_NAME } from '../interface/logo.js';
import { useFetch } from '../interface/use-fetch.js';
import { fetchVoices, type SpeechResult } from './api.js';
import { ApiExample } from './api-example.js';
import { Delivery, type DeliveryDraft } from './delivery.js';
import { EngineStatus } from './engine-status.js';
import { GenerateBar } from './generate-bar.js';
import { type Clip, History, MAX_CLIPS } from './history.js';
import type { SpeechParameters, VoiceSelection } from './speech-parameters.js';
import { type SpeechText, useText } from './text.js';
import { TextEditor } from './text-editor.js';
import { useChunks } from './use-chunks.js';
import { useEngineHealth } from './use-engine-health.js';
import { useGeneration } from './use-generation.js';
import { type VoiceDraft, VoicePanel } from './voice-panel.js';

export function App() {
  const text = useText();
  const title = `${PRODUCT_NAME} · ${text.service}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const engine = useEngineHealth();
  const voices = useFetch(useCallback(async (signal: AbortSignal) => (await fetchVoices(signal)).voices, []));
  const [input, setInput] = useState<string>(text.editor.sample);
  const [delivery, setDelivery] = useState<DeliveryDraft>({ language: '', instruct: '', speed: 1, seed: '' });
  const [voice, setVoice] = useState<VoiceDraft>({
    kind: 'preset',
    preset: DEFAULT_VOICE,
    description: '',
    reference: undefined,
    transcript: '',
  });
  const chunks = useChunks({ input, language: delivery.language, voice: voice.kind === 'preset' ? voice.preset : '' });

  const [clips, setClips] = useState<readonly Clip[]>([]);
  const addClip = (speech: SpeechResult, parameters: SpeechParameters) =>
    setClips((current) => {
      const number = (current[0]?.number ?? 0) + 1;
      const displayName = (id: string) => voices.value?.find((one) => one.id === id)?.name ?? id;
      const voiceName = voiceNameOf(parameters.voice, speech, displayName, text.history);
      return [{ number, speech, input: parameters.input, voiceName }, ...current].slice(0, MAX_CLIPS);
    });
  const generation = useGeneration(addClip);

  const parameters = parametersOf(input, voice, delivery);
  const generate = () => {
    const { kind } = parameters.voice;
    if (kind === 'clone' && parameters.voice.reference === undefined) {
      generation.fail(text.generation.referenceMissing);
      return;
    }
    const size = chunks.sizeOf(input);
    generation.start(parameters, size && { ...size, seconds: size.seconds / delivery.speed });
  };

  return (
    <div className="layout">
      <header className="layout-header">
        <Logo service={text.service} />
        <EngineStatus engine={engine} />
        <LanguageSelect />
      </header>
      <main className="layout-main">
        <h1 className="visually-hidden">{text.title}</h1>
        <div className="layout-text">
          <TextEditor
            value={input}
            selectedLanguage={delivery.language}
            chunks={chunks}
            onChange={setInput}
            onSubmit={generate}
          />
        </div>
        <div className="layout-voice">
          <VoicePanel
            draft={voice}
            voices={voices}
            engine={engine}
            onChange={(change) => {
              setVoice((current) => ({ ...current, ...change }));
              generation.reset();
            }}
          />
        </div>
        <div className="layout-delivery">
          <Delivery
            draft={delivery}
            hasStyle={voice.kind === 'preset'}
            onChange={(change) => setDelivery((current) => ({ ...current, ...change }))}
          />
        </div>
        <div className="layout-generate">
          <GenerateBar generation={generation} latestClip={clips[0]} onGenerate={generate} />
        </div>
        <div className="layout-history">
          <History
            clips={clips}
            onRemove={(clip) => setClips((current) => current.filter((other) => other !== clip))}
          />
        </div>
        <div className="layout-api">
          <ApiExample parameters={parameters} />
        </div>
      </main>
    </div>
  );
}

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

function voiceNameOf(
  voice: VoiceSelection,
  speech: SpeechResult,
  displayName: (id: string) => string,
  labels: SpeechText['history'],
): string {
  if (voice.kind === 'preset') return displayName(speech.voice || voice.voice).replaceAll('_', ' ');
  return voice.kind === 'design' ? labels.designed : labels.cloned;
}
