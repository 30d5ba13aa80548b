import { expect, it } from 'vitest';
import { canonicalMailbox } from './mailbox.ts';

it.each([
  ['a tag', 'anna@example.org', ['anna+1@example.org', 'anna+a+b@example.org', 'Anna+X@EXAMPLE.org']],
  [
    'dots and the other name of Gmail',
    'annaberg@gmail.com',
    ['anna.berg@gmail.com', 'a.n.n.a.berg+x@googlemail.com', 'AnnaBerg@GoogleMail.com'],
  ],
  ['the domains of one iCloud account', 'anna.b@icloud.com', ['anna.b@me.com', 'anna.b+news@mac.com']],
  ['the domains of one Proton account', 'anna@proton.me', ['anna@protonmail.com', 'anna+1@pm.me']],
  ['the domains of one Yandex account', 'anna@yandex.ru', ['anna@ya.ru', 'anna@yandex.com']],
  ['disposable addresses of Yahoo', 'anna@yahoo.com', ['anna-testApp@yahoo.com', 'anna-1-2@yahoo.com']],
  ['disposable addresses of Yahoo India', 'anna@yahoo.co.in', ['anna-testApp@yahoo.co.in']],
  ['subdomains of Fastmail', 'anna@fastmail.com', ['testApp@anna.fastmail.com', 'a+b@anna.fastmail.com']],
  ['an international domain', 'anna@xn--bcher-kva.example', ['anna@bücher.example', 'anna@BÜCHER.example.']],
])('%s is one mailbox', (_, mailbox, emails) => {
  for (const email of [mailbox, ...emails]) expect(canonicalMailbox(email), email).toBe(mailbox);
});

it('what may be different mailboxes stays different', () => {
  const emails = [
    'anna.berg@example.org',
    'annaberg@example.org',
    'anna-berg@example.org',
    'anna.berg@outlook.com',
    'annaberg@outlook.com',
    'anna@mail.example.org',
    'anna@example.com',
    'anna@notgmail.com',
    'anna@gmail.com.example',
    'anna@notfastmail.com',
    'anna@yahoo.com',
    'anna@yahoo.fr',
    '+anna@example.org',
    '-anna@yahoo.com',
  ];
  expect(new Set(emails.map(canonicalMailbox)).size).toBe(emails.length);
});

it('16 kB of any character take no time', () => {
  const started = performance.now();
  for (const character of ['+', '.', '-', '@', 'a']) {
    canonicalMailbox(`${character.repeat(16_384)}@${character.repeat(16_384)}.yahoo.com`);
  }
  expect(performance.now() - started).toBeLessThan(250);
});
