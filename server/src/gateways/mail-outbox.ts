import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { composed, type Mail, type Mailer, type Sender } from './mail.ts';
import { readMailFile } from './mail-file.ts';

/** A mail that was put into the outbox. */
export interface SentMail extends Pick<Mail, 'to' | 'subject' | 'text' | 'html'> {
  id: string;
  sentAt: Date;
  replyTo?: string;
}

/** When it was sent, and a random part. */
const MAIL_ID = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-[0-9a-f]{16}$/;
const newId = () => `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(8).toString('hex')}`;

/** The outbox of the demo: a folder of mail files (`.eml`) that any mail program opens. Nothing leaves the machine. */
export class MailOutbox implements Mailer {
  readonly #folder: string;
  readonly #sender: Sender;
  readonly #composer = createTransport({ streamTransport: true, buffer: true });

  /** @param folder made at the first mail */
  constructor(folder: string, sender: Sender) {
    this.#folder = folder;
    this.#sender = sender;
  }

  async send(mail: Mail): Promise<void> {
    const { message } = await this.#composer.sendMail({
      ...composed(this.#sender, mail),
      textEncoding: 'quoted-printable',
    });
    const id = newId();
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const draft = path.join(this.#folder, `.${id}.tmp`);
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(message);
      await file.sync();
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    // A mail is there whole or not at all, also when the process is killed here.
    await rename(draft, path.join(this.#folder, `${id}.eml`));
  }

  async close(): Promise<void> {
    this.#composer.close();
  }
}

/** The mails of an outbox, the newest first. */
export async function listOutbox(folder: string, max: number): Promise<SentMail[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const ids = names.flatMap((name) => (name.endsWith('.eml') ? [name.slice(0, -'.eml'.length)] : []));
  const newest = ids
    .filter((id) => MAIL_ID.test(id))
    .sort()
    .reverse()
    .slice(0, max);
  const mails = await Promise.all(newest.map((id) => readOutbox(folder, id)));
  return mails.filter((mail) => mail !== undefined);
}

/** One mail of an outbox; undefined when there is none of this id. */
export async function readOutbox(folder: string, id: string): Promise<SentMail | undefined> {
  const [, day, hours, minutes, seconds] = MAIL_ID.exec(id) ?? [];
  if (day === undefined) return undefined;
  try {
    const bytes = await readFile(path.join(folder, `${id}.eml`), 'utf8');
    return { id, sentAt: new Date(`${day}${hours}:${minutes}:${seconds}`), ...readMailFile(bytes) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
