import type { Page } from 'playwright-core';

/**
 * The bytes of what is asked for meanwhile, headers included and as they are compressed. An address counts once: how often
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
    const address = addresses.get(requestId);
    // Another one was asked for before.
    if (address !== undefined) bytes.set(address, encodedDataLength);
  });
  await act();
  await session.detach();
  return [...bytes.values()].reduce((sum, size) => sum + size, 0);
}
