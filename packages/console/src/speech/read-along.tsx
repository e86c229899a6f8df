import { useEffect, useRef } from 'react';
import type { Clip } from './clip.js';
import { useText } from './text.js';
import { usePlayback, usePosition } from './use-player.js';

interface ReadAlongProps {
  clip: Clip | undefined;
  /** Whether the clip is in the player: its whole text is shown, otherwise two lines. */
  isOpen: boolean;
}

/** The text of a clip, in which the chunk that is heard is marked and kept in view. */
export function ReadAlong({ clip, isOpen }: ReadAlongProps) {
  const label = useText().history.text;
  const playback = usePlayback();
  const { playing, position } = usePosition(clip?.id ?? '');
  const heard = clip && (playing || position > 0) ? playback.pieceIndex(clip.id) : -1;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chunk = list.current?.children[heard];
    if (!(list.current && chunk instanceof HTMLElement)) return;
    const { offsetTop, offsetHeight } = chunk;
    const { scrollTop, clientHeight } = list.current;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
      list.current.scrollTop = offsetTop - Math.max(0, clientHeight - offsetHeight) / 2;
  }, [heard]);
  if (clip === undefined) return null;
  if (!isOpen)
    return (
      <p className="clip-text muted wrap" dir="auto">
        {clip.parameters.input}
      </p>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be focusable
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div ref={list} className="read-along wrap" dir="auto" tabIndex={0} role="group" aria-label={label}>
      {clip.chunks.map(({ text, written = text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: chunks are identified by position
        <span key={index} aria-current={index === heard || undefined}>
          {`${written} `}
        </span>
      ))}
    </div>
  );
}
