import type { Page } from 'playwright-core';

/**
 * The bytes that the network brings meanwhile, headers included and as they are compressed. An address counts once: how often
 * a page asks for its service's state depends on how long it is open.
 */
export async function travelled(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.set(addresses.get(requestId) ?? requestId, encodedDataLength);
  });
  await act();
  await session.detach();
  return [...bytes.values()].reduce((sum, size) => sum + size, 0);
}
