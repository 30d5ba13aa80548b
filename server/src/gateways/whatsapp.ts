import type { WhatsAppConfig } from '../config/messaging.ts';
import { createResilience } from './resilience.ts';

/** Sends codes to phones. */
export interface WhatsApp {
  /**
   * @param phone in digits alone, with the country's code
   * @throws when the message was not taken; try again later
   */
  sendCode(phone: string, code: string): Promise<void>;
}

const TIMEOUT_MS = 10_000;

/** The API could not be reached, was too slow, or is in trouble itself. */
class WhatsAppUnavailableError extends Error {
  override name = 'WhatsAppUnavailableError';
}

/**
 * The Cloud API of WhatsApp Business. Codes may only be sent with a template of the category "authentication", whose
 * text and button take the code. An attempt that fails is not repeated here: the job that sends the code is.
 */
export function createWhatsApp({
  token,
  phoneNumberId,
  template,
  language,
  apiUrl,
}: WhatsAppConfig): WhatsApp {
  const resilience = createResilience({
    service: 'whatsapp',
    timeoutMs: TIMEOUT_MS,
    isOutage: (error) => error instanceof WhatsAppUnavailableError,
    unavailable: () => new WhatsAppUnavailableError('WhatsApp is resting after failures'),
  });
  const url = `${apiUrl}/${encodeURIComponent(phoneNumberId)}/messages`;
  return {
    async sendCode(phone, code) {
      const parameters = [{ type: 'text', text: code }];
      const body = JSON.stringify({
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: phone,
        type: 'template',
        template: {
          name: template,
          language: { code: language },
          components: [
            { type: 'body', parameters },
            { type: 'button', sub_type: 'url', index: '0', parameters },
          ],
        },
      });
      await resilience.call(async (signal) => {
        const response = await fetch(url, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body,
          redirect: 'error',
          signal,
        }).catch((cause: unknown) => {
          throw new WhatsAppUnavailableError('WhatsApp could not be reached', { cause });
        });
        // The body may repeat the number: only the status is reported.
        await response.body?.cancel();
        if (response.ok) return;
        const message = `WhatsApp answered ${response.status}`;
        throw response.status >= 500 ? new WhatsAppUnavailableError(message) : new Error(message);
      });
    },
  };
}
