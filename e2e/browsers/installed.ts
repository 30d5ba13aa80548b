import { existsSync, globSync } from 'node:fs';
import path from 'node:path';

export interface FirefoxFiles {
  firefox: string;
  xvfb: string;
}

export interface WebKitFiles {
  driver: string;
  miniBrowser: string;
  xvfb: string;
}

function inPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return folders
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
}

/** The one that FIREFOX names, or the system's, with a screen for it. */
export function findFirefox(): FirefoxFiles | undefined {
  const firefox = process.env.FIREFOX || inPath('firefox-esr', 'firefox');
  const xvfb = inPath('Xvfb');
  return firefox && xvfb ? { firefox, xvfb } : undefined;
}

/** WebKitGTK with its driver, and a screen for it. */
export function findWebKit(): WebKitFiles | undefined {
  const driver = inPath('WebKitWebDriver');
  const xvfb = inPath('Xvfb');
  const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  return driver && xvfb && miniBrowser ? { driver, miniBrowser, xvfb } : undefined;
}

/** What is driven, by the name of its project in the configuration, and what to install where it is missing. */
export const BROWSERS = [
  { project: 'firefox', isInstalled: () => findFirefox() !== undefined, packages: 'firefox-esr xvfb' },
  {
    project: 'webkit',
    isInstalled: () => findWebKit() !== undefined,
    packages: 'webkit2gtk-driver xvfb gstreamer1.0-libav',
  },
] as const;

export type Engine = (typeof BROWSERS)[number]['project'];
