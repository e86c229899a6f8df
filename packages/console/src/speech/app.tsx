import { lazy, useCallback, useEffect, useMemo, useState } from 'react';
import { useHash } from '../interface/browser.js';
import { Button } from '../interface/button.js';
import { Logo, PRODUCT_NAME } from '../interface/icon.js';
import { LoadedPart } from '../interface/loaded-part.js';
import { ErrorNotice } from '../interface/notice.js';
import { LanguageSelect } from '../interface/render-page.js';
import { useFetch } from '../interface/use-fetch.js';
import { type Message, useFormat } from '../language/language-provider.js';
import { fetchVoices, isCustom } from './api.js';
import { ApiExample } from './api-example.js';
import { type Clip, enginesOf, paceOf } from './clip.js';
import type { ClipActions } from './clip-card.js';
import { trackOf } from './clip-track.js';
import { Delivery } from './delivery.js';
import { type Draft, draftOf, knownPreset, NO_NARRATION, newDraft, openedFor, parametersOf } from './draft.js';
import { EngineStatus } from './engine-status.js';
import { History } from './history.js';
import { useSubmitKey } from './page-events.js';
import type { PageStorage } from './page-storage.js';
import { PlayerDock } from './player-dock.js';
import { canSpeak, ignoresStyle, inputError, variantsFor, voiceError } from './speech-parameters.js';
import { type SpeechText, useText } from './text.js';
import { TextEditor } from './text-editor.js';
import { useChunks } from './use-chunks.js';
import { useClips, useSaved } from './use-clips.js';
import { useEngineHealth, useRetry } from './use-engine-health.js';
import { useGeneration } from './use-generation.js';
import { usePlayback } from './use-player.js';
import { VoicePanel } from './voice-panel.js';

// Loaded when their tab is opened.
const Narrate = lazy(() => import('./narration/narrate.js'));
const Narrations = lazy(() => import('./narration/narrations.js'));

const NARRATE = '#narrate';

interface AppProps {
  storage: PageStorage;
  /** What it kept of earlier visits. */
  loaded: { clips: readonly Clip[]; draft: Draft | undefined };
}

/** What has just been done, and how to take it back. */
interface Undo {
  message: Message<SpeechText>;
  restore: () => void;
}

export function App({ storage, loaded }: AppProps) {
  const text = useText();
  const format = useFormat();
  const title = `${PRODUCT_NAME} · ${text.service}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const { health, pending } = useEngineHealth();
  // The last one while the service is unreachable: its voices stay in the list.
  const [speaker, setSpeaker] = useState('');
  const now = health ? `${health.engine} ${health.variant}` : speaker;
  if (now !== speaker) setSpeaker(now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another model may have other voices
  const voices = useFetch(useCallback((signal) => fetchVoices(signal), [speaker]));
  const [entered, setDraft] = useState(loaded.draft ?? newDraft(text.editor.sample));
  const [isOpened, setIsOpened] = useState(false);
  if (health && !isOpened) {
    setIsOpened(true);
    setDraft((draft) => openedFor(draft, health));
  }
  const draft = knownPreset(entered, voices.value);
  const canNarrate = health?.jobs === true;
  const isNarrating = useHash() === NARRATE && (canNarrate || health === undefined);
  const [narration, setNarration] = useState(NO_NARRATION);
  const [created, setCreated] = useState<string>();
  const { input, delivery, voice } = draft;
  const parameters = useMemo(() => parametersOf(draft), [draft]);
  const preview = useChunks(parameters);
  useRetry(health, voices);
  useRetry(health, preview);

  const clips = useClips(loaded.clips);
  const isSaved = useSaved(storage, loaded.clips, { clips: clips.all, draft });
  const playback = usePlayback();
  const [chosen, setChosen] = useState<string>();
  const generation = useGeneration(clips, setChosen);
  const { state } = generation;
  const current = clips.all.find(({ id }) => id === chosen) ?? clips.all[0];
  const isGenerating = state.kind === 'generating' && state.clipId === current?.id;
  const track = useMemo(() => current && trackOf(current, isGenerating), [current, isGenerating]);

  const [undo, setUndo] = useState<Undo>();
  const nameOf = ({ parameters: { voice: selection }, voice: spoken }: Clip) => {
    if (selection.kind !== 'preset') return selection.kind === 'design' ? text.history.designed : text.history.cloned;
    const id = spoken || selection.voice;
    return (voices.value?.find((one) => one.id === id)?.name ?? id).replaceAll('_', ' ');
  };
  const titleOf = (clip: Clip) => clip.name ?? text.history.clip({ n: clip.number });

  /** An error is about the inputs that were sent. */
  const change = (update: (current: Draft) => Draft) => {
    setDraft(update);
    // A voice that has been chosen stays, though the model is known only then.
    if (update(entered).voice !== entered.voice) setIsOpened(true);
    generation.reset();
  };
  /** Changes all inputs at once, which can be undone. */
  const replace = (next: Draft, message: Message<SpeechText>) => {
    change(() => next);
    setUndo({ message, restore: () => change(() => draft) });
  };
  const isByClone = voices.value?.some((one) => one.id === voice.preset && isCustom(one)) ?? false;
  const kind = voice.kind === 'preset' && isByClone ? 'clone' : voice.kind;
  const obstacle =
    health && !canSpeak(kind, health) ? text.model.requires({ variants: format.or(variantsFor(kind)) }) : undefined;
  const generate = () => {
    setUndo(undefined);
    const error = inputError(input) ?? voiceError(parameters.voice);
    if (error === undefined) generation.start(parameters);
    else generation.fail(error);
  };
  useSubmitKey(() => obstacle === undefined && !isNarrating && generate());

  const actions: ClipActions = {
    play(clip) {
      setChosen(clip.id);
      playback.play(clip.id, trackOf(clip, state.kind === 'generating' && state.clipId === clip.id));
    },
    change: (part, { id }) => void clips.change(id, (clip) => ({ ...clip, ...part })),
    retry: (clip, indexes) => generation.resume(clip, indexes),
    anotherTake: ({ id, takeOf = id, parameters: made }) => generation.start({ ...made, seed: undefined }, takeOf),
    reuse: (clip) =>
      replace(draftOf(clip.parameters, draft), ({ history }) => history.usedAgain({ clip: titleOf(clip) })),
    remove(clip) {
      if (state.kind === 'generating' && state.clipId === clip.id) generation.cancel();
      clips.remove(clip.id);
      setUndo({
        message: ({ history }) => history.removed({ clip: titleOf(clip) }),
        restore: () => clips.restore([clip]),
      });
    },
  };
  const clear = () => {
    generation.cancel();
    const all = clips.all;
    clips.clear();
    void storage.clear();
    change(() => newDraft(text.editor.sample));
    setUndo({
      message: ({ history }) => history.cleared,
      restore() {
        clips.restore(all);
        change(() => draft);
      },
    });
  };
  /** Speaks by a model that is new: the last clip of the built-in voice again, or a voice of the example description. */
  const listen = () => {
    const before = clips.all.find((clip) => enginesOf(clip).includes('builtin'));
    if (voice.kind === 'preset' && before) return actions.anotherTake(before);
    if (voice.kind !== 'design' || voice.description.trim() !== '') return generate();
    const designed = { ...draft, voice: { ...voice, description: text.voice.descriptionExample } };
    change(() => designed);
    generation.start(parametersOf(designed));
  };

  return (
    <>
      <header className="top-bar row">
        <Logo service={text.service} />
        <EngineStatus health={health} pending={pending} />
        {health?.accounts_url !== undefined && (
          <a className="small" href={health.accounts_url}>
            {text.accounts}
          </a>
        )}
        <LanguageSelect />
      </header>
      <main className="layout waits">
        <h1 className="visually-hidden">{text.title}</h1>
        <div className="editor waits">
          {canNarrate && (
            <nav className="tabs tasks" aria-label={text.tasks.label}>
              <a className="tab" href="#speak" aria-current={isNarrating ? undefined : 'page'}>
                {text.tasks.speak}
              </a>
              <a className="tab" href={NARRATE} aria-current={isNarrating ? 'page' : undefined}>
                {text.tasks.narrate}
              </a>
            </nav>
          )}
          {isNarrating ? (
            <LoadedPart loading={<div aria-busy="true" />}>
              <Narrate
                draft={narration}
                parameters={parameters}
                obstacle={obstacle}
                pace={health && paceOf(clips.all, health.engine)}
                onChange={setNarration}
                onCreated={setCreated}
              />
            </LoadedPart>
          ) : (
            <TextEditor
              value={input}
              selectedLanguage={delivery.language}
              chunks={preview}
              onChange={(next) => change((before) => ({ ...before, input: next }))}
              onOpen={(next) => replace({ ...draft, input: next }, ({ editor }) => editor.opened)}
            />
          )}
        </div>
        <div className="rail stack waits">
          <VoicePanel
            draft={voice}
            voices={voices}
            health={health}
            pending={pending}
            delivery={parameters}
            onChange={(part) => change((before) => ({ ...before, voice: { ...before.voice, ...part } }))}
            onListen={listen}
          />
          <Delivery
            draft={delivery}
            hasStyle={voice.kind === 'preset'}
            ignoresStyle={health !== undefined && ignoresStyle(health)}
            onChange={(part) => change((before) => ({ ...before, delivery: { ...before.delivery, ...part } }))}
          />
        </div>
        <div className="results">
          {isNarrating ? (
            <LoadedPart>
              <Narrations created={created} />
            </LoadedPart>
          ) : (
            <>
              <History
                clips={clips.all}
                current={current}
                state={state}
                isSaved={isSaved}
                nameOf={nameOf}
                actions={actions}
                onClear={clear}
              />
              <ApiExample parameters={parameters} />
            </>
          )}
        </div>
      </main>
      {(!isNarrating || current !== undefined) && (
        <PlayerDock
          generation={generation}
          clip={current}
          track={track}
          title={current ? titleOf(current) : ''}
          obstacle={obstacle}
          onGenerate={isNarrating ? undefined : generate}
          notice={
            <>
              {state.kind === 'failed' && <ErrorNotice error={state.error} />}
              <div className={undo && 'notice notice-undo'} role="status">
                {undo && (
                  <>
                    <p className="wrap">{undo.message(text, format)}</p>
                    <Button
                      variant="ghost"
                      onClick={() => {
                        undo.restore();
                        setUndo(undefined);
                      }}
                    >
                      {text.undo}
                    </Button>
                  </>
                )}
              </div>
            </>
          }
        />
      )}
    </>
  );
}
