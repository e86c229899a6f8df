import { type Device, type DeviceChoice, GPU_PRECISIONS } from '@ownvoice/shared/contract/models';
import { selectDevice } from '../adapter/select-device.js';
import type { Manifest } from '../build/manifest.js';
import { chooseDevice } from '../runtime/device.js';
import { loadModel, type SpeechModel } from '../runtime/speech-model.js';
import { checkAudio } from './audio.js';
import { checkCodec } from './codec.js';
import { checkAdapter, checkDevices, mayUseAdapter } from './devices.js';
import { checkBuild, checkFiles, checkWeights } from './files.js';
import { type Finding, failed, sentence, unknown } from './finding.js';
import { checkGolden } from './golden.js';
import { checkNumbers } from './numbers.js';
import type { Build, Patient } from './patient.js';
import { checkPlacement } from './placement.js';
import { checkTokenizer } from './tokenizer.js';

export interface Verdict {
  readonly result: Finding['result'];
  /** One sentence, and what to do. */
  readonly sentence: string;
}

export interface Report {
  readonly variant: string;
  readonly device: Device | undefined;
  readonly findings: readonly Finding[];
  readonly verdict: Verdict;
}

/**
 * Runs every check on an installed variant.
 * @param onFinding called for each finding as it is made
 */
export async function examine(patient: Patient, onFinding: (finding: Finding) => void): Promise<Report> {
  const findings: Finding[] = [];
  const note = (...found: readonly (Finding | undefined)[]) => {
    for (const finding of found) {
      if (!finding) continue;
      findings.push(finding);
      onFinding(finding);
    }
  };
  const { finding, published, hashes } = await checkFiles(patient);
  note(finding);
  if (finding.result !== 'failed')
    note(
      await checkWeights(patient).catch((error: unknown) =>
        failed('weights', sentence(error), 'Pull the files again.'),
      ),
    );
  note(await checkTokenizer(patient, published));
  const rebuild = `Run "npm run model -- pull ${patient.variant}", or "npm run model -- build" with the official files.`;
  for (const reason of patient.unusable) note(failed('build', reason, rebuild));
  if (patient.builds.length + patient.unusable.length === 0)
    note(failed('build', `${patient.variant} is not built.`, rebuild));
  const adapter =
    patient.builds.length > 0 && mayUseAdapter(patient.device) ? await checkAdapter(patient.device) : undefined;
  note(adapter);
  // A software adapter takes minutes, and nothing but the option takes it.
  const isMeasured = adapter?.figures && (patient.device === 'webgpu' || adapter.figures.software === false);
  let device: Device | undefined;
  for (const build of patient.builds) {
    const whole = await checkBuild(build, patient, hashes);
    note(whole);
    if (whole.result !== 'ok' || adapter?.result === 'failed') continue;
    const { precision } = build.manifest;
    const devices = (['webgpu', 'cpu'] as const).filter((name) => GPU_PRECISIONS[precision]?.includes(name) ?? true);
    const lacksHalf = precision === 'fp16' && adapter?.figures?.shaderF16 === false;
    if (isMeasured && devices.length > 0 && !lacksHalf) note(await checkDevices(build.folder, precision, devices));
    device = (await examineBuild(build, patient, published, note)) ?? device;
  }
  return { variant: patient.variant, device, findings, verdict: verdictOf(findings) };
}

/** Checks that need the loaded model. @returns the device that it ran on */
async function examineBuild(
  build: Build,
  patient: Patient,
  published: boolean,
  note: (...found: readonly (Finding | undefined)[]) => void,
): Promise<Device | undefined> {
  const { folder, manifest } = build;
  const refusal = refusalOf(patient.device, manifest);
  if (refusal !== undefined) {
    note(failed(`device ${manifest.precision}`, refusal, 'Name another --device.'));
    return undefined;
  }
  const model = await load(patient.device, build).catch((error: unknown) => sentence(error));
  if (typeof model === 'string') {
    const check = `load ${manifest.precision}`;
    if (manifest.target === 'gpu') note(unknown(check, model, 'Run this where there is such a GPU.'));
    else note(failed(check, model, 'Try --device cpu; if that works, the device or its drivers are at fault.'));
    return undefined;
  }
  try {
    const numbers = await checkNumbers(model, patient);
    note(...numbers);
    note(await checkCodec(model, build));
    note(await checkGolden(model, patient, published));
    if (!numbers.some(({ result }) => result === 'failed')) note(...(await checkAudio(model, patient, published)));
    return model.info.device;
  } finally {
    await model.close();
    note(await checkPlacement(model, folder));
  }
}

/** As the service does where a processor is no choice; elsewhere that would measure the devices. */
async function load(choice: DeviceChoice, { folder, manifest }: Build): Promise<SpeechModel> {
  if (manifest.target !== 'gpu') return loadModel({ folder, device: choice });
  const { device } = await selectDevice(choice, { folder, threads: 0 }, () => {});
  return loadModel({ folder, device });
}

/** Why a build that a user wants on a device does not belong there; a model for CUDA is never at fault elsewhere. */
function refusalOf(device: DeviceChoice, manifest: Manifest): string | undefined {
  if (manifest.target === 'gpu') return undefined;
  try {
    chooseDevice(device, manifest);
    return undefined;
  } catch (error) {
    return sentence(error);
  }
}

function verdictOf(findings: readonly Finding[]): Verdict {
  const worst = findings.find(({ result }) => result === 'failed');
  if (worst)
    return { result: 'failed', sentence: `Do not serve this: ${worst.check} failed. ${worst.advice ?? ''}`.trim() };
  const open = findings.filter(({ result }) => result === 'unknown').map(({ check }) => check);
  if (open.length === 0) return { result: 'ok', sentence: 'All checks passed; this model can be served.' };
  return {
    result: 'unknown',
    sentence: `No fault was found, but this could not be judged here: ${open.join(', ')}. Serve it only if you know why.`,
  };
}
