import type { Page } from 'playwright-core';

/** The bytes that the network brings meanwhile, headers included and as they are compressed. */
export async function travelled(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await act();
  await session.detach();
  return bytes;
}
