import type { WhatsAppConfig } from '../config/config.ts';

/** Sends codes to phones. */
export interface WhatsApp {
  /**
   * @param phone in digits alone, with the country's code
   * @throws when the message was not taken; try again later
   */
  sendCode(phone: string, code: string): Promise<void>;
}

const TIMEOUT_MS = 10_000;

/**
 * The Cloud API of WhatsApp Business. Codes may only be sent with a template of the category "authentication", whose
 * text and button take the code.
 */
export function createWhatsApp({
  token,
  phoneNumberId,
  template,
  language,
  apiUrl,
}: WhatsAppConfig): WhatsApp {
  const address = `${apiUrl}/${encodeURIComponent(phoneNumberId)}/messages`;
  return {
    async sendCode(phone, code) {
      const parameters = [{ type: 'text', text: code }];
      const answer = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
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
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // The answer may repeat the number; its status is all that is told.
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`WhatsApp answered ${answer.status}`);
    },
  };
}
