import { browserSession } from '../../session/browser-session.ts';
import { saveFile } from '../../ui/save-file.ts';

/** Only its owner may see a receipt, so it is fetched with their access token. */
async function fetchReceipt(path: string): Promise<Response> {
  const response = await browserSession().fetch(path, {});
  if (!response.ok) throw new Error(`the receipt was answered with ${response.status}`);
  return response;
}

const STYLE = /<style>([^<]*)<\/style>/g;

/** The Content-Security-Policy forbids inline styles, so the receipt's are added as a stylesheet. */
function writeInto(tab: Window & typeof globalThis, html: string): void {
  const sheet = new tab.CSSStyleSheet();
  sheet.replaceSync([...html.matchAll(STYLE)].map(([, style]) => style).join('\n'));
  const receipt = new DOMParser().parseFromString(html.replace(STYLE, ''), 'text/html');
  tab.document.replaceChild(tab.document.adoptNode(receipt.documentElement), tab.document.documentElement);
  tab.document.adoptedStyleSheets = [sheet];
}

/** Shows a receipt in a new tab. Call it straight from a click, or the browser refuses to open one. @throws where it cannot */
export async function openReceipt(path: string): Promise<void> {
  const tab = window.open('', '_blank') as (Window & typeof globalThis) | null;
  if (tab === null) throw new Error('the browser opened no tab');
  try {
    tab.document.title = 'Receipt';
    writeInto(tab, await (await fetchReceipt(path)).text());
  } catch (error) {
    tab.close();
    throw error;
  }
}

/** Saves a receipt as a PDF. @throws where it cannot be loaded */
export async function downloadReceipt(path: string): Promise<void> {
  const response = await fetchReceipt(`${path}?format=pdf`);
  saveFile(await response.blob(), `${path.slice(path.lastIndexOf('/') + 1)}.pdf`);
}
