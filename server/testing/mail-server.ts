import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  /** The raw message: headers, an empty line, parts. */
  source: string;
}

export interface MailServer {
  port: number;
  /** The accepted mails, in order. */
  received: ReceivedMail[];
  close(): Promise<void>;
}

export interface MailServerOptions {
  /** A free one by default. */
  port?: number;
  /** Called with each mail before it is accepted; throwing refuses the mail. */
  beforeAccepting?: () => Promise<void>;
}

/** A real mail server on the loopback interface, without encryption. */
export async function startMailServer({
  port = 0,
  beforeAccepting,
}: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    logger: false,
    onData(stream, session, callback) {
      const take = async () => {
        const source = await text(stream);
        await beforeAccepting?.();
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source });
      };
      take().then(() => callback(), callback);
    },
  });
  // Killed clients reset their connections.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
