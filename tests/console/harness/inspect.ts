import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HEIGHT = 860;
const WIDTHS = [1280, 360];
const SCHEMES = ['light', 'dark'] as const;
/** The rules of axe that read colours: all that a second colour scheme can break. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const SETTLE_TIMEOUT_MS = 30_000;

export interface Inspection {
  /** The page is waiting for a response that the test holds. */
  readonly whileBusy?: boolean;
  /** The widths of the window in pixels. */
  readonly widths?: readonly number[];
  readonly schemes?: readonly ('light' | 'dark')[];
  /** The browser replaces the colors of the page by those of the user. */
  readonly forcedColors?: boolean;
}

/**
 * Waits until the page has settled, then checks its current state at several widths in both colour schemes: axe finds no
 * violation, nothing scrolls sideways, and no control is cut off.
 */
export async function inspect(
  page: Page,
  name: string,
  { whileBusy = false, widths = WIDTHS, schemes = SCHEMES, forcedColors = false }: Inspection = {},
): Promise<void> {
  // The debugger evaluates it, so the page's content security policy does not apply.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const before = page.viewportSize();
  for (const size of widths.map((width) => ({ width, height: HEIGHT }))) {
    await page.setViewportSize(size);
    for (const [index, colorScheme] of schemes.entries()) {
      await page.emulateMedia({ colorScheme, forcedColors: forcedColors ? 'active' : null });
      const state = `${name}-${size.width}-${colorScheme}`;
      const { pending, violations, overflow, cutOff } = await page.evaluate(examine, {
        whileBusy,
        timeoutMs: SETTLE_TIMEOUT_MS,
        rules: index === 0 ? undefined : COLOR_RULES,
      });
      expect(pending, `${state} has not settled: ${pending.join(', ')}`).toEqual([]);
      expect(overflow, `${state} scrolls sideways`).toBeLessThanOrEqual(0);
      expect(cutOff, `controls are cut off in ${state}`).toEqual([]);
      expect(violations, state).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: null });
  if (before !== null) await page.setViewportSize(before);
}

interface Findings {
  /** What keeps the page from being settled, when the time is up. */
  pending: string[];
  violations: string[];
  /** How far the page scrolls sideways, in pixels. */
  overflow: number;
  /** Controls of which a part is beyond the window's sides or hidden by an ancestor that cannot scroll, and labels of charts. */
  cutOff: string[];
}

/** Runs in the page, in one round trip. */
async function examine({
  whileBusy,
  timeoutMs,
  rules,
}: {
  whileBusy: boolean;
  timeoutMs: number;
  /** Of axe; undefined: all. */
  rules: string[] | undefined;
}): Promise<Findings> {
  const describe = (element: Element | null | undefined) => element?.outerHTML.slice(0, 80);
  const findPending = (): string[] => {
    const busy = [...document.querySelectorAll('[aria-busy="true"]')].map((element) => `busy: ${describe(element)}`);
    // A spinner is an endless animation: it does not keep the page from being settled.
    const moving = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
      .map(({ effect }) => `moving: ${describe(effect instanceof KeyframeEffect ? effect.target : undefined)}`);
    return [
      ...(document.querySelector('h1') === null ? ['the heading is missing'] : []),
      ...(whileBusy ? [] : busy),
      ...moving,
      ...(document.readyState === 'complete' ? [] : ['the document is loading']),
      ...(document.fonts.status === 'loaded' ? [] : ['fonts are loading']),
    ];
  };
  const isCutOff = (control: Element): boolean => {
    const { left, right, width } = control.getBoundingClientRect();
    // One pixel is a control for screen readers only.
    if (width <= 1) return false;
    for (let ancestor = control.parentElement; ancestor !== null; ancestor = ancestor.parentElement) {
      const { overflowX } = getComputedStyle(ancestor);
      // What scrolls sideways can be reached.
      if (overflowX === 'auto' || overflowX === 'scroll') return false;
      const box = ancestor.getBoundingClientRect();
      if (overflowX !== 'visible' && (left < box.left - 1 || right > box.right + 1)) return true;
    }
    return left < -1 || right > window.innerWidth + 1;
  };
  const isBeyondDrawing = (text: Element): boolean => {
    const { left, right } = text.getBoundingClientRect();
    const drawing = text.closest('svg')?.getBoundingClientRect();
    return drawing !== undefined && (left < drawing.left - 1 || right > drawing.right + 1);
  };
  const deadline = performance.now() + timeoutMs;
  let pending = findPending();
  while (pending.length > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    pending = findPending();
  }
  // Without the passed rules the result is much smaller, and axe does not collect their elements.
  const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
  const { violations } = await axe.run({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  return {
    pending,
    violations: violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
    ),
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    cutOff: [
      ...[...document.querySelectorAll('button, a[href], input, select, textarea')].filter(isCutOff),
      ...[...document.querySelectorAll('svg text')].filter(isBeyondDrawing),
    ].map((element) => describe(element) ?? ''),
  };
}
