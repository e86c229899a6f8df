import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  type Catalogues,
  type CommonText,
  LanguageProvider,
  loadStartLocale,
  useCatalogue,
  useLanguage,
} from '../language/language-provider.js';
import { LANGUAGES, type Language, nameFor } from '../language/languages.js';
import { useAction } from './use-action.js';

/** Renders a page when the catalogue of its language is loaded. */
export async function renderPage(catalogues: Catalogues, page: ReactNode): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('#root is missing in index.html');
  keepFocus(root);
  const start = await loadStartLocale(catalogues);
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider catalogues={catalogues} start={start}>
        {page}
      </LanguageProvider>
    </StrictMode>,
  );
}

/** Each language is named in itself, for those who cannot read the current one, and in the browser's where it is no choice. */
export function LanguageSelect() {
  const { language, choose } = useLanguage();
  const text = useCatalogue<CommonText>();
  const choice = useAction();
  return (
    <div>
      <select
        className="language-select"
        aria-label={text.language}
        value={language}
        onChange={(event) => void choice.run(() => choose(event.target.value as Language))}
      >
        {(Object.keys(LANGUAGES) as Language[]).map((key) => (
          <option key={key} value={key} lang={LANGUAGES[key].tag}>
            {nameFor(key, navigator.languages)}
          </option>
        ))}
      </select>
      {choice.error !== undefined && (
        <p className="field-error" role="alert">
          {text.errors.notLoaded}
        </p>
      )}
    </div>
  );
}

const CONTROLS =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]:not([tabindex="-1"])';

const controlsIn = (element: ParentNode) => [...element.querySelectorAll<HTMLElement>(CONTROLS)];

/** A control that had the focus, with what is left to go by when it is gone. */
interface Place {
  control: Element;
  /** From the inside out, without the body. */
  ancestors: Element[];
  /** The controls before it on the page. */
  before: Element[];
}

function placeOf(control: Element): Place {
  const ancestors = [];
  for (let one = control.parentElement; one !== null && one !== document.body; one = one.parentElement)
    ancestors.push(one);
  const controls: Element[] = controlsIn(document);
  return { control, ancestors, before: controls.slice(0, Math.max(0, controls.indexOf(control))) };
}

const isGone = ({ control }: Place) => !control.isConnected || control.matches(':disabled');

/** The control that has taken the place, in the nearest ancestor that is left; the heading of a page that is all new. */
function successorOf({ ancestors, before }: Place, root: Element): HTMLElement | null {
  for (const ancestor of ancestors) {
    if (!ancestor.isConnected) continue;
    if (ancestor === root) break;
    const controls = controlsIn(ancestor);
    const next = controls.findLastIndex((one) => before.includes(one)) + 1;
    const found = controls[next] ?? controls.at(-1);
    if (found !== undefined) return found;
  }
  return root.querySelector('h1');
}

/**
 * Moves the focus on when the control that has it is removed or disabled. The browser would drop it, and the Tab key would
 * start again at the top of the page.
 * @param root contains the page; dialogs may be outside of it
 */
function keepFocus(root: Element): void {
  let last: Place | undefined;
  let lastInPage: Place | undefined;
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    last = placeOf(target);
    if (root.contains(target)) lastInPage = last;
  });
  // A click outside of every control drops the focus on purpose.
  document.addEventListener('pointerdown', () => {
    last = undefined;
  });
  let frame = 0;
  const move = () => {
    if (document.activeElement !== document.body || last === undefined || !isGone(last)) return;
    const place = last.ancestors.some(({ isConnected }) => isConnected) ? last : lastInPage;
    const successor = place && successorOf(place, root);
    if (successor?.matches('h1')) successor.tabIndex = -1;
    successor?.focus();
  };
  // A dialog that closes returns the focus itself.
  new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(move);
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}
