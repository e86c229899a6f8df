import { formFields, type Job, jsonBody, routeOf } from './job.js';

/** A word of a POSIX shell, whatever is in it. */
const shellWord = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;

const referenceName = (job: Job) => (job.speaker.kind === 'clone' && job.speaker.reference?.name) || 'reference.wav';

/** The job as a curl command. */
export function asCurl(job: Job, origin: string): string {
  const lines = [`curl ${origin}${routeOf(job.speaker)}`];
  if (job.speaker.kind === 'clone') {
    lines.push(`-F ${shellWord(`reference_audio=@${referenceName(job)}`)}`);
    for (const [name, value] of formFields(job, job.speaker)) {
      // A form string is taken as it stands; with -F a leading "@" or "<" would be read as a file's name.
      lines.push(`--form-string ${shellWord(`${name}=${value}`)}`);
    }
  } else {
    lines.push(`-H 'content-type: application/json'`);
    lines.push(`-d ${shellWord(JSON.stringify(jsonBody(job, job.speaker), undefined, 2))}`);
  }
  lines.push('--fail-with-body -o speech.wav');
  return lines.join(' \\\n  ');
}

/** The job as a TypeScript module that runs on Node without a package. */
export function asTypeScript(job: Job, origin: string): string {
  const address = JSON.stringify(origin + routeOf(job.speaker));
  const body = job.speaker.kind === 'clone' ? cloneBody(job, job.speaker) : jsonCall(job, job.speaker);
  const imports = job.speaker.kind === 'clone' ? 'openAsBlob, writeFileSync' : 'writeFileSync';
  return `import { ${imports} } from 'node:fs';

${body.before}const response = await fetch(${address}, {
  method: 'POST',
${body.options}
});
if (!response.ok) throw new Error(await response.text());
writeFileSync('speech.wav', new Uint8Array(await response.arrayBuffer()));`;
}

function jsonCall(job: Job, speaker: Parameters<typeof jsonBody>[1]) {
  const body = JSON.stringify(jsonBody(job, speaker), undefined, 2).replaceAll('\n', '\n  ');
  return {
    before: '',
    options: `  headers: { 'content-type': 'application/json' },\n  body: JSON.stringify(${body}),`,
  };
}

function cloneBody(job: Job, speaker: Parameters<typeof formFields>[1]) {
  const file = JSON.stringify(referenceName(job));
  const fields = formFields(job, speaker).map(
    ([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  return {
    before: `const form = new FormData();\nform.append('reference_audio', await openAsBlob(${file}), ${file});\n${fields.join('')}\n`,
    options: '  body: form,',
  };
}
