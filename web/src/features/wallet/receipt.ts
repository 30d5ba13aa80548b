import { browserSession } from '../../session/browser-session.ts';
import { saveFile } from '../../ui/save-file.ts';

const API = '/api/tokens/receipts/';

/** The number of a receipt, from its path in the API. */
export const receiptNumber = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Only its owner may see a receipt, so it is fetched with their access token. @returns undefined where they have none of it */
async function fetchReceipt(path: string, init: RequestInit = {}): Promise<Response | undefined> {
  const response = await browserSession().fetch(path, init);
  if (response.status === 404 || response.status === 400) return undefined;
  if (!response.ok) throw new Error(`the receipt was answered with ${response.status}`);
  return response;
}

/** The document of a receipt, null where the member has no such one. */
export async function fetchReceiptPage(number: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetchReceipt(API + encodeURIComponent(number), { signal });
  return response ? response.text() : null;
}

/** Saves a receipt as a PDF. @throws where it cannot be loaded */
export async function downloadReceipt(number: string): Promise<void> {
  const response = await fetchReceipt(`${API}${encodeURIComponent(number)}?format=pdf`);
  if (response === undefined) throw new Error('there is no such receipt');
  saveFile(await response.blob(), `${number}.pdf`);
}
