import { MAX_JOB_CHARACTERS, MAX_PARTS, MAX_TITLE_CHARACTERS } from '@ownvoice/shared/contract/speech-limits';
import { useId, useMemo } from 'react';
import { Button, FileButton } from '../../interface/button.js';
import { TextField } from '../../interface/field.js';
import { Icon } from '../../interface/icon.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { useFileDrop, useSubmitKey } from '../page-events.js';
import { jsonBody, type SpeechParameters } from '../speech-parameters.js';
import { useDuration, useText } from '../text.js';
import { textOfFile } from '../text-file.js';
import { totalSeconds, useChunks } from '../use-chunks.js';
import { type Book, chaptersOf, charactersOf } from './book.js';
import './narration.css';
import { type NarrationDraft, NO_NARRATION } from '../draft.js';
import { createJob } from './narration-api.js';

/** As much of a text as tells how long the whole will be. */
const SAMPLE_CHARACTERS = 3_000;
/** Of a chapter without a title, the words that it begins with. */
const TITLE_CHARACTERS = 60;

interface NarrateProps {
  draft: NarrationDraft;
  parameters: SpeechParameters;
  /** Why nothing can be narrated now. */
  obstacle: string | undefined;
  /** Seconds in which a second of audio was generated last; undefined before that. */
  pace: number | undefined;
  onChange: (draft: NarrationDraft) => void;
  onCreated: (id: string) => void;
}

/** A text or a book in chapters, to be spoken in the background. Loaded when its tab is opened. */
export default function Narrate({ draft, parameters, obstacle, pace, onChange, onCreated }: NarrateProps) {
  const labels = useText().narration;
  const duration = useDuration();
  const id = useId();
  const opening = useAction();
  const creating = useAction();
  const { book, text, leftOut } = draft;
  const chapters = useMemo(() => {
    const all = book?.chapters ?? chaptersOf(text);
    return all.map((chapter) => ({ ...chapter, characters: charactersOf(chapter.text) }));
  }, [book, text]);
  const chosen = chapters.filter((_, index) => !leftOut.has(index));
  const characters = chosen.reduce((sum, chapter) => sum + chapter.characters, 0);
  const { voice } = parameters;
  const [longest] = chosen.toSorted((a, b) => b.characters - a.characters);
  const sample = longest?.text.slice(0, SAMPLE_CHARACTERS).toWellFormed() ?? '';
  const preview = useChunks({ ...parameters, input: sample });
  const seconds = preview.value && (totalSeconds(preview.value) * characters) / Math.max(1, charactersOf(sample));

  const tooMuch =
    characters > MAX_JOB_CHARACTERS
      ? labels.tooLong({ limit: MAX_JOB_CHARACTERS })
      : chosen.length > MAX_PARTS
        ? labels.tooManyChapters({ limit: MAX_PARTS })
        : undefined;
  const hindrance = obstacle ?? (voice.kind === 'preset' ? tooMuch : labels.presetsOnly);
  const open = (file: File) =>
    void opening.run(async () => {
      const opened = await bookOf(file);
      onChange({ ...NO_NARRATION, title: opened.title, book: opened });
    });
  useFileDrop(open);
  const create = () => {
    if (hindrance !== undefined || chosen.length === 0 || voice.kind !== 'preset') return;
    void creating.run(async () => {
      const { input: _, model: __, ...spoken } = jsonBody(parameters, voice);
      const title = draft.title.trim();
      const parts = chosen.map((chapter) => ({ title: chapter.title || null, input: chapter.text }));
      const job = await createJob({ ...(title !== '' && { title }), parts, ...spoken });
      onChange(NO_NARRATION);
      onCreated(job.id);
    });
  };
  useSubmitKey(create);
  return (
    <section className="text-editor stack" aria-labelledby={`${id}-label`}>
      <h2 id={`${id}-label`}>
        {book === undefined ? <label htmlFor={id}>{labels.source}</label> : <bdi>{book.title}</bdi>}
      </h2>
      <ErrorNotice error={opening.error} />
      {book === undefined && (
        <textarea
          id={id}
          className="input text-editor-input"
          rows={6}
          dir="auto"
          value={text}
          placeholder={labels.placeholder}
          onChange={({ target }) => onChange({ ...draft, text: target.value, leftOut: new Set() })}
        />
      )}
      <div className="row end">
        {book !== undefined && (
          <Button variant="ghost" onClick={() => onChange(NO_NARRATION)}>
            <Icon name="close" />
            {labels.removeBook}
          </Button>
        )}
        <FileButton accept=".txt,.md,.markdown,.epub,text/*,application/epub+zip" onOpen={open}>
          <Icon name="upload" />
          {labels.open}
        </FileButton>
      </div>
      <p className="small" role="status" aria-busy={opening.busy}>
        {opening.busy && labels.opening}
      </p>
      {chapters.length > 0 && (
        <>
          <TextField
            label={labels.title}
            maxLength={MAX_TITLE_CHARACTERS}
            value={draft.title}
            onChange={(title) => onChange({ ...draft, title })}
          />
          {chapters.length > 1 && (
            <fieldset className="chapters">
              <legend className="field-label">{labels.chapters}</legend>
              <ol>
                {chapters.map((chapter, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: chapters are identified by position
                  <li key={index}>
                    <label className="chapter small">
                      <input
                        type="checkbox"
                        checked={!leftOut.has(index)}
                        onChange={({ target }) => {
                          const next = new Set(leftOut);
                          if (target.checked) next.delete(index);
                          else next.add(index);
                          onChange({ ...draft, leftOut: next });
                        }}
                      />
                      <bdi className={chapter.title === '' ? 'wrap muted' : 'wrap'}>
                        {chapter.title || chapter.text.slice(0, TITLE_CHARACTERS).toWellFormed()}
                      </bdi>
                      <span className="muted">{labels.characters({ n: chapter.characters })}</span>
                    </label>
                  </li>
                ))}
              </ol>
            </fieldset>
          )}
          <p className="small" role="status">
            {[
              labels.size({ chapters: chosen.length, characters }),
              ...(seconds ? [labels.estimate({ duration: duration(seconds) })] : []),
              ...(seconds && pace ? [labels.work({ duration: duration(seconds * pace) })] : []),
            ].join(' · ')}
          </p>
        </>
      )}
      <ErrorNotice error={creating.error} />
      <div className="row">
        <Button
          variant="primary"
          busy={creating.busy}
          disabled={hindrance !== undefined || chosen.length === 0}
          onClick={create}
        >
          {labels.create}
        </Button>
        <span className="muted small" role="status">
          {hindrance}
        </span>
      </div>
    </section>
  );
}

/** @throws {PageError} for what is neither a text nor an EPUB */
async function bookOf(file: File): Promise<Book> {
  if (/\.epub$/i.test(file.name) || file.type === 'application/epub+zip')
    return (await import('./epub.js')).readEpub(file);
  const text = await textOfFile(file, MAX_JOB_CHARACTERS);
  return { title: file.name.replace(/\.\w+$/, ''), chapters: chaptersOf(text) };
}
