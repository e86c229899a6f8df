import { Tabs } from '@base-ui/react/tabs';
import { CopyButton } from '../interface/copy-button.js';
import { asCurl, asTypeScript } from './code-samples.js';
import type { Job } from './job.js';
import { text } from './text.js';

const words = text.request;

/** The request that "Speak" would send now, to be run elsewhere. */
export function RequestCode({ job }: { job: Job }) {
  const origin = window.location.origin;
  const samples = [
    { name: 'curl', title: words.curl, code: asCurl(job, origin) },
    { name: 'typescript', title: words.typescript, code: asTypeScript(job, origin) },
  ];
  return (
    <section className="request" aria-labelledby="request-label">
      <h2 id="request-label">{words.label}</h2>
      <Tabs.Root defaultValue="curl">
        <div className="request-head">
          <Tabs.List className="tabs" aria-labelledby="request-label">
            {samples.map(({ name, title }) => (
              <Tabs.Tab key={name} value={name} className="tab">
                {title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </div>
        {samples.map(({ name, code }) => (
          <Tabs.Panel key={name} value={name} className="request-panel">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre tabIndex={0}>
              <code>{code}</code>
            </pre>
            <CopyButton text={code} copy={text.copy} copied={text.copied} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </section>
  );
}
