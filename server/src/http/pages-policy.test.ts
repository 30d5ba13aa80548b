import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { nameOwnScripts, pagePolicy } from './pages-policy.ts';

it("a page lets in the scripts that are configured, and nobody else's", () => {
  const policy = pagePolicy([], ['https://pay.example/v1/checkout.js', 'https://stats.example/a.js']);
  expect(policy).toContain("script-src 'self' https://pay.example https://stats.example;");
  expect(pagePolicy([], ['/sandbox/checkout.js', undefined])).toContain("script-src 'self';");
});

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('allows the inline scripts that bear the nonce, and takes it off them', () => {
  const page = (mark: string) =>
    `<link rel="modulepreload" href="/a.js"${mark}/><script${mark}>ours()</script><script${mark} type="text/later" async="">import "/a.js";</script>`;
  expect(nameOwnScripts(page(' nonce="n0-_"'), 'n0-_')).toEqual({
    html: page(''),
    hashes: [hashOf('ours()'), hashOf('import "/a.js";')],
  });
});

it('allows no script that got into the page without the nonce', () => {
  const smuggled = [
    '<script>alert(1)</script>',
    '<script nonce="">alert(1)</script>',
    '<script nonce="guessed">alert(1)</script>',
    '<script type="text/later">alert(1)</script>',
    '<SCRIPT >alert(1)</SCRIPT>',
    // Swallows the beginning of ours, nonce and all.
    "<script x='",
  ];
  for (const text of smuggled) {
    const { hashes } = nameOwnScripts(`<p>${text}</p><script nonce="n0">ours('</script>`, 'n0');
    expect(hashes).toEqual([hashOf("ours('")]);
  }
});
