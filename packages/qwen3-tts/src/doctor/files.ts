import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { VOICES } from '@ownvoice/shared/contract/voices';
import { sha256File, verifyModel } from '../build/verify.js';
import { openCheckpoint } from '../checkpoint/checkpoint.js';
import type { ReleasedFile } from '../download/released-files.js';
import { messageOf } from '../errors.js';
import { type FoundModel, presetSpeakers } from '../store/model-folders.js';
import { type Finding, failed, ok, orFailed, unknown } from './finding.js';
import type { Build, InstalledVariant } from './installed-variant.js';

const WEIGHTS = ['model.safetensors', 'speech_tokenizer/model.safetensors'];

/** Hashes of the official files, and whether the weights are the published ones. */
export interface FilesReport {
  readonly finding: Finding;
  readonly published: boolean;
  readonly hashes: ReadonlyMap<string, string>;
}

/** Compares the official files with the published hashes; without them, what the builds say they were built from. */
export async function checkFiles(installed: InstalledVariant): Promise<FilesReport> {
  const check = 'files';
  const { checkpoint, release, variant } = installed;
  const pull = `Remove the file and run "npm run model -- pull ${variant}".`;
  if (!checkpoint) return filesOfBuilds(installed);
  const hashes = new Map<string, string>();
  const report = (finding: Finding, published = false): FilesReport => ({ finding, published, hashes });
  const own = await ownSpeakers({ kind: 'checkpoint', folder: checkpoint });
  const differing: ReleasedFile[] = [];
  for (const file of release.files) {
    const path = join(checkpoint, file.path);
    const size = await stat(path).then(
      (found) => found.size,
      () => undefined,
    );
    if (size === undefined) return report(failed(check, `${path} is missing.`, pull));
    const hash = await sha256File(path);
    hashes.set(file.path, hash);
    if (hash === file.sha256) continue;
    // A fine-tune of the same tensors has the same size.
    if (file.size === size && own.length === 0)
      return report(failed(check, `${path} has the published size but other bytes.`, pull));
    differing.push(file);
  }
  const incomplete = await openCheckpoint(checkpoint).then(
    (opened) => opened.close(),
    (error: unknown) => messageOf(error),
  );
  if (incomplete) return report(failed(check, incomplete, pull));
  const names = differing.map(({ path }) => path);
  if (names.length === 0) return report(ok(check, `all ${release.files.length} files are the published ones`), true);
  if (own.length > 0 && names.includes('config.json')) return report(unknown(check, fineTune(own)));
  if (names.some((name) => WEIGHTS.includes(name))) {
    const detail = `The weights are not the published ones (${names.join(', ')} differ), so nothing tells how they should sound.`;
    return report(unknown(check, detail));
  }
  return report(failed(check, `${names.join(', ')} differ from the published files.`, pull), true);
}

const fineTune = (speakers: readonly string[]) =>
  `This is a fine-tune with the speaker ${speakers.join(', ')}: its weights are not the published ones, so nothing tells how they should sound.`;

/** Speakers that no released model has. */
async function ownSpeakers(found: FoundModel): Promise<string[]> {
  const names = ((await presetSpeakers(found)) ?? []).map(({ name }) => name);
  return names.filter((name) => !VOICES.some(({ id }) => id === name.toLowerCase()));
}

async function filesOfBuilds({ builds, release, variant }: InstalledVariant): Promise<FilesReport> {
  const check = 'files';
  const hashOf = (path: string) => release.files.find((file) => file.path === path)?.sha256;
  const published =
    builds.length > 0 &&
    builds.every(({ manifest }) => manifest.source.every((file) => file.sha256 === hashOf(file.path)));
  const [build] = builds;
  const own = build ? await ownSpeakers({ kind: 'built', checkpoint: undefined, ...build }) : [];
  if (own.length > 0) return { finding: unknown(check, fineTune(own)), published, hashes: new Map() };
  const detail = published
    ? 'The official files are not installed; the builds were made from the published weights.'
    : 'The official files are not installed.';
  const advice = `"npm run model -- pull ${variant}" downloads them; without them nothing can be compared with float32.`;
  return { finding: unknown(check, detail, advice), published, hashes: new Map() };
}

/** Hashes every file of a build, and compares its origin with the official files, where they are there. */
export async function checkBuild(
  { folder, manifest }: Build,
  { variant, checkpoint }: InstalledVariant,
  hashes: ReadonlyMap<string, string>,
): Promise<Finding> {
  const check = `build ${manifest.precision}`;
  const advice = checkpoint
    ? `Run "npm run model -- build ${checkpoint} --out ${folder} --precision ${manifest.precision}".`
    : `Run "npm run model -- pull ${variant} --precision ${manifest.precision}".`;
  return orFailed(check, advice, async () => {
    await verifyModel(folder, manifest, { full: true });
    const other = manifest.source.find(({ path, sha256 }) => hashes.has(path) && hashes.get(path) !== sha256);
    if (other) return failed(check, `${folder} was built from another ${other.path} than the one here.`, advice);
    return ok(check, `${manifest.files.length} files in ${folder} are as they were built`);
  });
}
