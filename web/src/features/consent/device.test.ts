import { describe, expect, it } from 'vitest';
import { browserOf, deviceOf } from './device.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

describe('the device and browser of a user agent', () => {
  it.each([
    ['desktop', 'Chrome', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, 0],
    ['desktop', 'Edge', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/142.0.0.0`, 0],
    ['desktop', 'Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 0],
    ['desktop', 'Safari', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 0],
    ['tablet', 'Safari', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 5],
    ['mobile', 'Safari', `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${SAFARI}`, 5],
    ['tablet', 'Safari', `Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) ${SAFARI}`, 5],
    [
      'mobile',
      'Chrome',
      `Mozilla/5.0 (Linux; Android 10; K) ${CHROME.replace('Safari', 'Mobile Safari')}`,
      5,
    ],
    ['tablet', 'Chrome', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME}`, 5],
    ['desktop', 'Other', 'curl/8.0', 0],
  ])('is a %s with %s', (device, browser, userAgent, maxTouchPoints) => {
    expect(deviceOf({ userAgent, maxTouchPoints })).toBe(device);
    expect(browserOf({ userAgent })).toBe(browser);
  });
});
