import type { Device } from '@ownvoice/shared/contract/models';
import { messageOf } from '../errors.js';
import { devicesFor } from '../runtime/device.js';
import { loadModel, type SpeechModel } from '../runtime/speech-model.js';
import { checkAudio } from './audio.js';
import { checkFacts } from './check-facts.js';
import { checkBatches, checkCodec } from './device-checks.js';
import { checkBuild, checkFiles } from './files.js';
import { type Finding, failed, unknown } from './finding.js';
import { checkGolden } from './golden.js';
import type { Build, InstalledVariant } from './installed-variant.js';
import { checkNumbers } from './numbers.js';
import { checkTokenizer } from './tokenizer.js';

export type Report = Awaited<ReturnType<typeof checkVariant>>;

/**
 * Runs every check on an installed variant.
 * @param onFinding called for each finding as it is made
 */
export async function checkVariant(installed: InstalledVariant, onFinding: (finding: Finding) => void) {
  const findings: Finding[] = [];
  const note = (...found: readonly (Finding | undefined)[]) => {
    for (const finding of found) {
      if (!finding) continue;
      findings.push(finding);
      onFinding(finding);
    }
  };
  const { finding, published, hashes } = await checkFiles(installed);
  note(finding);
  note(await checkTokenizer(installed, published));
  const rebuild = `Run "npm run model -- pull ${installed.variant}", or "npm run model -- build" with the official files.`;
  for (const reason of installed.unusable) note(failed('build', reason, rebuild));
  if (installed.builds.length + installed.unusable.length === 0)
    note(failed('build', `${installed.variant} is not built.`, rebuild));
  let device: Device | undefined;
  for (const build of installed.builds) {
    const whole = await checkBuild(build, installed, hashes);
    note(whole);
    if (whole.result === 'ok') device = (await checkLoaded(build, installed, published, note)) ?? device;
  }
  return { variant: installed.variant, device, findings, verdict: verdictOf(findings) };
}

/** Checks that need the loaded model. @returns the device that it ran on */
async function checkLoaded(
  build: Build,
  installed: InstalledVariant,
  published: boolean,
  note: (...found: readonly (Finding | undefined)[]) => void,
): Promise<Device | undefined> {
  const model = await loadOnDevice(build, installed, note);
  if (!model) return undefined;
  try {
    const numbers = await checkNumbers(model, installed);
    note(numbers);
    if (model.info.device !== 'cpu') note(await checkBatches(model));
    note(await checkCodec(model, build));
    note(await checkFacts(model, installed, published));
    note(await checkGolden(model, installed, published));
    if (numbers.result !== 'failed') note(...(await checkAudio(model, installed, published)));
    return model.info.device;
  } finally {
    await model.close();
  }
}

/** On the first device that loads it. A build for GPUs is at no fault on a machine without one. */
async function loadOnDevice(
  { folder, manifest: { precision } }: Build,
  installed: InstalledVariant,
  note: (finding: Finding) => void,
): Promise<SpeechModel | undefined> {
  const forGpus = precision === 'fp16';
  const elsewhere = 'Run this where there is such a GPU.';
  let devices: readonly Device[] = [];
  try {
    devices = devicesFor(installed.device, precision);
  } catch (error) {
    if (forGpus) note(unknown(`load ${precision}`, messageOf(error), elsewhere));
    else note(failed(`device ${precision}`, messageOf(error), 'Name another --device.'));
  }
  for (const device of devices) {
    const model = await loadModel({ folder, device }).catch((error: unknown) => messageOf(error));
    if (typeof model !== 'string') return model;
    const check = `load ${precision}`;
    if (forGpus || device !== devices.at(-1)) note(unknown(check, model, elsewhere));
    else note(failed(check, model, 'Try --device cpu; if that works, the device or its drivers are at fault.'));
  }
  return undefined;
}

/** The result of all, one sentence, and what to do. */
function verdictOf(findings: readonly Finding[]): { readonly result: Finding['result']; readonly message: string } {
  const worst = findings.find(({ result }) => result === 'failed');
  if (worst)
    return { result: 'failed', message: `Do not serve this: ${worst.check} failed. ${worst.advice ?? ''}`.trim() };
  const open = findings.filter(({ result }) => result === 'unknown').map(({ check }) => check);
  if (open.length === 0) return { result: 'ok', message: 'All checks passed; this model can be served.' };
  return {
    result: 'unknown',
    message: `No fault was found, but this could not be judged here: ${open.join(', ')}. Serve it only if you know why.`,
  };
}
