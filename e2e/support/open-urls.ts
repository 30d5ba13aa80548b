import type { Page } from '@playwright/test';

/**
 * The paths and queries of all tabs of a page's browser context, in alphabetical order. Asks the browser: Playwright often
 * misses tabs that a middle or Ctrl click opens in the background.
 */
export async function openUrls(page: Page): Promise<string[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The context belongs to no browser.');
  const [ofPage, ofBrowser] = [
    await page.context().newCDPSession(page),
    await browser.newBrowserCDPSession(),
  ];
  const { targetInfo } = await ofPage.send('Target.getTargetInfo');
  const { targetInfos } = await ofBrowser.send('Target.getTargets');
  await Promise.all([ofPage.detach(), ofBrowser.detach()]);
  return targetInfos
    .filter(
      ({ type, browserContextId }) => type === 'page' && browserContextId === targetInfo.browserContextId,
    )
    .map(({ url }) => url.replace(/^\w+:\/\/[^/]+/, ''))
    .sort();
}
