import { domainToASCII } from 'node:url';

/** How a provider lets the owner of one mailbox write its address. Every provider: in any case, and with a `+tag`. */
interface Provider {
  domains: readonly string[];
  /** Dots in the local part do not count. */
  ignoresDots?: true;
  /** Starts a tag as well as `+` does. */
  tagSeparator?: '-';
  /** Mail to anything@NAME.domain is delivered to NAME@domain. */
  hasSubdomains?: true;
}

/**
 * Providers whose own documentation says that these addresses are one mailbox; the first domain stands for all of them.
 * A guess would take a reward from somebody who deserves it, so nothing undocumented is in this list.
 */
const PROVIDERS: readonly Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignoresDots: true },
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'] },
  { domains: ['yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'ya.ru'] },
  // Yahoo's disposable addresses are BASE-keyword, many to one mailbox.
  { domains: ['yahoo.com'], tagSeparator: '-' },
  { domains: ['ymail.com'], tagSeparator: '-' },
  { domains: ['rocketmail.com'], tagSeparator: '-' },
  { domains: ['fastmail.com'], hasSubdomains: true },
  { domains: ['fastmail.fm'], hasSubdomains: true },
];

/** yahoo.co.in, yahoo.fr, ...: separate mailboxes with the same rules. */
const YAHOO_COUNTRY = /^yahoo\.(?:[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$/;

function withoutTag(local: string, separator: string): string {
  const end = local.indexOf(separator);
  // A tag without a name before it is not a tag.
  return end > 0 ? local.slice(0, end) : local;
}

/**
 * The mailbox behind an email address: the same text for every way to write the address that reaches the same mailbox. It is
 * for comparing only; mail still goes to the email address as given.
 *
 * What cannot be told from the email address stays different: forwarding, aliases with other names, domains that take any name.
 */
export function canonicalMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  let local = withoutTag(email.slice(0, at).toLowerCase(), '+');
  const written = email
    .slice(at + 1)
    .toLowerCase()
    .replace(/\.$/, '');
  let domain = domainToASCII(written) || written;
  const provider = PROVIDERS.find(({ domains, hasSubdomains }) =>
    domains.some((known) => domain === known || (hasSubdomains && domain.endsWith(`.${known}`))),
  );
  const main = provider?.domains[0];
  if (provider?.hasSubdomains && main !== undefined && domain !== main) {
    local =
      domain
        .slice(0, -main.length - 1)
        .split('.')
        .at(-1) ?? local;
  }
  if (provider?.ignoresDots) local = local.replaceAll('.', '');
  if (provider?.tagSeparator || YAHOO_COUNTRY.test(domain)) local = withoutTag(local, '-');
  domain = main ?? domain;
  return `${local}@${domain}`;
}
