import { createTransport } from 'nodemailer';
import { composed, type Mailer, type Sender } from './mail.ts';
import { createResilience } from './resilience.ts';

const CONNECTIONS = 3;
/** An idle connection is closed after so many mails, since some servers close it themselves. */
const MAILS_PER_CONNECTION = 50;

/** What the server says about one mail or recipient, by nodemailer's names. It works for others. */
const REFUSALS = new Set(['EENVELOPE', 'EMESSAGE']);

const isRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error && REFUSALS.has(String(error.code));

/**
 * Sends mails to a mail server.
 *
 * @param url `smtp://user:password@host:port` (encrypted by STARTTLS) or `smtps://...`
 * @param requireTls whether `smtp://` says no password and no mail to a server that offers no encryption, or to an
 * attacker in between who hides the offer; else it encrypts only where it is offered
 * @param timeoutMs how long the server may take to accept a connection and to greet
 */
export function createSmtpMailer(
  url: string,
  sender: Sender,
  { requireTls, timeoutMs = 10_000 }: { requireTls: boolean; timeoutMs?: number },
): Mailer {
  const transport = createTransport({
    url,
    requireTLS: requireTls,
    // A mail that fails is not repeated here: the job that sends it is.
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 2 * timeoutMs,
    dnsTimeout: timeoutMs / 2,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
  });
  const { call } = createResilience({
    service: 'smtp',
    isOutage: (error) => !isRefusal(error),
    unavailable: () => new Error('the mail server is resting after failures'),
  });
  return {
    async send(mail) {
      const message = composed(sender, mail);
      const { rejected } = await call(() => transport.sendMail(message));
      if (rejected.length > 0) throw new Error('the mail server refused the recipient');
    },
    async close() {
      transport.close();
    },
  };
}
