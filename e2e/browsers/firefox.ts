import puppeteer from 'puppeteer-core';
import type { BrowserProcess, Driver } from './driver.ts';
import type { FirefoxFiles } from './installed.ts';
import { startScreen } from './screen.ts';

/** Firefox by WebDriver BiDi, which it speaks itself; with a window, since it draws no WebGL without one. */
export async function startFirefox({ firefox, xvfb }: FirefoxFiles): Promise<BrowserProcess> {
  const screen = await startScreen(xvfb);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox,
    headless: false,
    env: { ...process.env, DISPLAY: screen.display, LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  return {
    name: await browser.version(),
    async open(): Promise<Driver> {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      return {
        goto: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
        run: (body) => page.evaluate(`(() => {${body}})()`),
        resize: (width, height) => page.setViewport({ width, height }),
        move: (x, y) => page.mouse.move(x, y, { steps: 4 }),
        down: () => page.mouse.down(),
        up: () => page.mouse.up(),
        type: (text) => page.keyboard.type(text),
        press: (key) => page.keyboard.press(key),
        errors: () => errors,
        close: () => context.close(),
      };
    },
    async stop() {
      await browser.close();
      screen.stop();
    },
  };
}
