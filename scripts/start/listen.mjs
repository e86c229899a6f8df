import { createServer } from 'node:net';

/**
 * Resolves to the sentence that a service would end with because it cannot listen there, or to nothing.
 *
 * @param settings names of the settings of host and port
 */
export async function listenFault({ host, port }, settings) {
  const { listenSentence } = await import('../../packages/shared/dist/http/listen-sentence.js');
  return new Promise((resolve) => {
    const fault = (error) => {
      const setting = ['EADDRINUSE', 'EACCES'].includes(error.code) ? settings.port : settings.host;
      resolve(`${listenSentence(error, { host, port })} The setting is ${setting}.`);
    };
    const probe = createServer()
      .once('error', fault)
      .listen({ host, port }, () => probe.close(() => resolve(undefined)));
  });
}
