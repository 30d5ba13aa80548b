import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Builder, Capabilities, Key as Keys, Origin } from 'selenium-webdriver';
import { freePort } from '../../scripts/testing/server.ts';
import type { BrowserProcess, Driver, Key } from './driver.ts';
import type { WebKitFiles } from './installed.ts';
import { startScreen } from './screen.ts';

const START_TRIES = 100;

const KEYS: Record<Key, string> = {
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Tab: Keys.TAB,
  ArrowRight: Keys.ARROW_RIGHT,
};

/** WebKit as GTK programs embed it, by its WebDriver. */
export async function startWebKit({ driver, miniBrowser, xvfb }: WebKitFiles): Promise<BrowserProcess> {
  const screen = await startScreen(xvfb);
  const port = await freePort();
  const program = spawn(driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: screen.display, LIBGL_ALWAYS_SOFTWARE: '1', LC_ALL: 'C.UTF-8' },
    stdio: 'ignore',
  });
  const server = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < START_TRIES; tries += 1) {
    if (
      await fetch(`${server}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await sleep(100);
  }

  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
  });
  const newSession = () => new Builder().usingServer(server).withCapabilities(capabilities).build();

  let name = 'WebKitGTK';
  return {
    get name() {
      return name;
    },
    async open(): Promise<Driver> {
      const session = await newSession();
      const version = (await session.getCapabilities()).get('browserVersion');
      name = `WebKitGTK ${version}`;
      const actions = () => session.actions({ async: true });
      return {
        goto: (url) => session.get(url),
        run: (body) => session.executeScript(body),
        resize: async (width, height) => {
          await session.manage().window().setRect({ x: 0, y: 0, width, height });
        },
        move: async (x, y) => {
          await actions().move({ x, y, origin: Origin.VIEWPORT, duration: 100 }).perform();
        },
        down: () => actions().press().perform(),
        up: () => actions().release().perform(),
        type: (text) => actions().sendKeys(text).perform(),
        press: (key) => actions().sendKeys(KEYS[key]).perform(),
        errors: () => [],
        close: () => session.quit(),
      };
    },
    async stop() {
      program.kill();
      screen.stop();
    },
  };
}
