import { useCallback, useState } from 'react';
import { useLoaded } from '../interface/use-loaded.js';
import { Wordmark } from '../interface/wordmark.js';
import { type Speech, voices } from './api.js';
import { Delivery, type DeliveryDraft } from './delivery.js';
import { EngineState } from './engine-state.js';
import type { Job, Speaker } from './job.js';
import { RequestCode } from './request-code.js';
import { ScriptEditor } from './script-editor.js';
import { SpeakBar } from './speak-bar.js';
import { type SpeakerDraft, SpeakerPanel } from './speaker-panel.js';
import { type Take, Takes } from './takes.js';
import { text } from './text.js';
import { useChunks } from './use-chunks.js';
import { useEngine } from './use-engine.js';
import { useSpeech } from './use-speech.js';

const KEPT_TAKES = 12;

export function App() {
  const engine = useEngine();
  const voiceList = useLoaded(useCallback(async (signal: AbortSignal) => (await voices(signal)).voices, []));
  const [input, setInput] = useState<string>(text.script.opening);
  const [delivery, setDelivery] = useState<DeliveryDraft>({ language: '', instruct: '', speed: 1, seed: '' });
  const [who, setWho] = useState<SpeakerDraft>({
    kind: 'voice',
    voice: 'ryan',
    description: '',
    reference: undefined,
    transcript: '',
  });
  const chunks = useChunks(input, delivery.language, who.kind === 'voice' ? who.voice : '');
  const estimate = chunks.value?.chunks.reduce((sum, chunk) => sum + chunk.estimated_seconds, 0) ?? 0;

  const [takes, setTakes] = useState<readonly Take[]>([]);
  const keep = (speech: Speech, { input: said, speaker }: Job) =>
    setTakes((known) => {
      const number = (known[0]?.number ?? 0) + 1;
      const name = nameOf(speaker, speech, (id) => voiceList.value?.find((voice) => voice.id === id)?.name ?? id);
      return [{ number, speech, input: said, speaker: name }, ...known].slice(0, KEPT_TAKES);
    });
  const speech = useSpeech(keep);

  const job = jobOf(input, who, delivery);
  const speak = () => {
    if (job.speaker.kind === 'clone' && job.speaker.reference === undefined) speech.refuse(text.speak.needReference);
    else speech.speak(job);
  };

  return (
    <div className="studio">
      <header className="studio-head">
        <Wordmark name={text.name} part={text.part} />
        <EngineState engine={engine} />
      </header>
      <main className="studio-main">
        <h1 className="unseen">{text.title}</h1>
        <div className="studio-script">
          <ScriptEditor
            value={input}
            chosenLanguage={delivery.language}
            chunks={chunks}
            onChange={setInput}
            onSpeak={speak}
          />
        </div>
        <div className="studio-speaker">
          <SpeakerPanel
            draft={who}
            voices={voiceList}
            engine={engine}
            onChange={(change) => {
              setWho((now) => ({ ...now, ...change }));
              speech.settle();
            }}
          />
        </div>
        <div className="studio-delivery">
          <Delivery
            draft={delivery}
            instructable={who.kind === 'voice'}
            onChange={(change) => setDelivery((now) => ({ ...now, ...change }))}
          />
        </div>
        <div className="studio-speak">
          <SpeakBar speech={speech} estimate={estimate / delivery.speed} finished={takes[0]} onSpeak={speak} />
        </div>
        <div className="studio-takes">
          <Takes takes={takes} onRemove={(take) => setTakes((known) => known.filter((other) => other !== take))} />
        </div>
        <div className="studio-request">
          <RequestCode job={job} />
        </div>
      </main>
    </div>
  );
}

function jobOf(input: string, who: SpeakerDraft, { instruct, language, seed, speed }: DeliveryDraft): Job {
  const number = Number(seed);
  return {
    input,
    language,
    speed,
    seed: seed === '' || !Number.isSafeInteger(number) ? undefined : number,
    speaker: speakerOf(who, instruct),
  };
}

function speakerOf(who: SpeakerDraft, instruct: string): Speaker {
  switch (who.kind) {
    case 'voice':
      return { kind: 'voice', voice: who.voice, instruct };
    case 'design':
      return { kind: 'design', description: who.description };
    case 'clone':
      return { kind: 'clone', reference: who.reference, transcript: who.transcript };
  }
}

function nameOf(speaker: Speaker, speech: Speech, voiceName: (id: string) => string): string {
  if (speaker.kind === 'voice') return voiceName(speech.voice || speaker.voice).replaceAll('_', ' ');
  return speaker.kind === 'design' ? text.takes.designed : text.takes.cloned;
}
