import { profileGeneration } from '../measure/profile.js';
import { EXECUTION_PROVIDERS } from '../runtime/device.js';
import type { SpeechModel } from '../runtime/speech-model.js';
import { type Finding, ok, sentence, unknown } from './finding.js';

/** Counts the nodes of a generated frame that another provider than the device's computed, and the copies between them. */
export async function checkPlacement(model: SpeechModel, folder: string): Promise<Finding> {
  const { precision, device, threads } = model.info;
  const check = `placement ${precision}`;
  try {
    const events = await profileGeneration(folder, device, threads);
    return placement(check, EXECUTION_PROVIDERS[device].generation[0] ?? 'cpu', events);
  } catch (error) {
    return unknown(check, sentence(error));
  }
}

/** An operator of a profile, and the provider that computed it. */
export interface PlacedOperator {
  readonly name: string;
  readonly operator: string;
  /** As in `CPUExecutionProvider`. */
  readonly provider: string;
}

/** What the runtime puts between nodes in memory and on a device. */
const COPIES = ['MemcpyFromHost', 'MemcpyToHost'];

/** @param wanted the provider that all should have, as in `cuda` */
export function placement(check: string, wanted: string, operators: readonly PlacedOperator[]): Finding {
  const distinct = [...new Map(operators.map((node) => [node.name, node])).values()];
  const nodes = distinct.filter(({ operator }) => !COPIES.includes(operator));
  const copies = distinct.length - nodes.length;
  const elsewhere = nodes.filter(({ provider }) => !provider.toLowerCase().startsWith(wanted));
  const counts = new Map<string, number>();
  for (const { operator } of elsewhere) counts.set(operator, (counts.get(operator) ?? 0) + 1);
  const figures = { nodes: nodes.length, elsewhere: Object.fromEntries(counts), copies };
  const copied =
    copies === 0 ? '' : `; ${copies} ${copies === 1 ? 'value crosses' : 'values cross'} between memory and the device`;
  if (elsewhere.length === 0)
    return ok(check, `all ${nodes.length} nodes of the generation graph run on ${wanted}${copied}`, figures);
  const list = [...counts].sort(([, a], [, b]) => b - a).map(([operator, count]) => `${count} ${operator}`);
  return ok(
    check,
    `${elsewhere.length} of ${nodes.length} nodes of the generation graph fell back from ${wanted}: ${list.join(', ')}${copied}`,
    figures,
  );
}
