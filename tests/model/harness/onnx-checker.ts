import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type PythonPackage, pythonPackage } from '@ownvoice/shared/testing';

const SCRIPT = fileURLToPath(new URL('../../../scripts/onnxruntime/check_graphs.py', import.meta.url));
const REPORT_BYTES = 64 * 1024 * 1024;

/** Element types of the values of a graph and the graphs within it, by name; or why onnx refuses the graph. */
export type Verdict = { readonly types: Readonly<Record<string, string>> } | { readonly error: string };

export const onnxPackage = (): Promise<PythonPackage> => pythonPackage('onnx==1.23.2');

/**
 * What the checker and the strict shape inference of the onnx package say about ONNX files, in the order of the files.
 * @throws Error for a file that cannot be read, and for an operator of onnxruntime that the script does not know
 */
export async function checkGraphs(
  onnx: PythonPackage & { kind: 'installed' },
  files: readonly string[],
): Promise<Verdict[]> {
  const options = { maxBuffer: REPORT_BYTES };
  const { stdout } = await promisify(execFile)(onnx.bin('python'), [SCRIPT, ...files], options);
  return JSON.parse(stdout);
}
