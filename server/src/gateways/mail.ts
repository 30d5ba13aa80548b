/** A mail to one person, with the same content twice. */
export interface Mail {
  /** A bare address, as the contract's `Email` parsed it. */
  to: string;
  /** One line. */
  subject: string;
  text: string;
  html: string;
  /** Where replies go, if not to us: a bare address. */
  replyTo?: string;
  /** For newsletters: one POST to this URL unsubscribes (RFC 8058), so that mail programs can offer a button. */
  unsubscribeUrl?: string;
}

/** Who the mails come from. */
export interface Sender {
  name: string;
  address: string;
}

/** Sends mails. */
export interface Mailer {
  /** Resolves when the next server has accepted the mail (or it is on disk). @throws when it has not; try again later */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

const CONTROL = /\p{Cc}/u;

/**
 * A mail as nodemailer takes it. Addresses are given in parts, so that none is read as a list of several.
 *
 * @throws {RangeError} when a line of the header would hold a line break, which would begin another line
 */
export function composed(sender: Sender, mail: Mail) {
  const { unsubscribeUrl = '' } = mail;
  const lines = [sender.name, sender.address, mail.to, mail.subject, mail.replyTo ?? '', unsubscribeUrl];
  if (lines.some((line) => CONTROL.test(line)))
    throw new RangeError('a mail header holds a control character');
  return {
    from: sender,
    to: { name: '', address: mail.to },
    ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: {
      // Suppresses holiday notices.
      'auto-submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'list-unsubscribe': `<${unsubscribeUrl}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      }),
    },
    // Texts are ours; nothing in them may make the composer read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
