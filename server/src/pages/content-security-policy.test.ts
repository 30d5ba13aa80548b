import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { foreignSources, nameOwnScripts, pagePolicy } from './content-security-policy.ts';

const NOTHING = { images: [], photos: [], videos: [], frames: [] };
const RAZORPAY = 'https://checkout.razorpay.com/v1/checkout.js';
const STATS = { script: 'https://stats.example/a.js', hosts: ['https://*.collect.example'] };

/** The directive of the policy under these settings. */
function directive(name: string, ...settings: Parameters<typeof foreignSources>): string | undefined {
  const parts = pagePolicy([], foreignSources(...settings)).split('; ');
  return parts.find((part) => part.startsWith(`${name} `));
}

it('a page of our own alone reaches nothing but us', () => {
  const settings = ['/sandbox/checkout.js', {}, NOTHING] as const;
  for (const name of ['script-src', 'connect-src', 'frame-src']) {
    expect(directive(name, ...settings)).toBe(`${name} 'self'`);
  }
  expect(directive('media-src', ...settings)).toBe("media-src 'self' blob:");
  expect(pagePolicy([], foreignSources(...settings))).not.toMatch(/https?:[ ;]/);
});

it('a page lets in the configured scripts alone', () => {
  const settings = [RAZORPAY, { analytics: STATS }, NOTHING] as const;
  expect(directive('script-src', ...settings)).toBe(
    "script-src 'self' https://checkout.razorpay.com https://stats.example",
  );
  expect(directive('connect-src', ...settings)).toBe(
    "connect-src 'self' https://checkout.razorpay.com https://*.razorpay.com https://stats.example https://*.collect.example",
  );
  expect(directive('frame-src', ...settings)).toBe(
    "frame-src 'self' https://checkout.razorpay.com https://*.razorpay.com",
  );
});

it('each kind of what the catalogue shows comes from its own hosts', () => {
  const catalogue = {
    images: ['https://pictures.example'],
    photos: ['https://photos.example'],
    videos: ['https://films.example'],
    frames: ['https://tours.example'],
  };
  const map = { embed: 'https://map.example/embed?id=1', link: 'https://map.example/1' };
  const settings = ['/sandbox/checkout.js', { map }, catalogue] as const;
  expect(directive('img-src', ...settings)).toMatch(/https:\/\/photos\.example https:\/\/pictures\.example/);
  expect(directive('connect-src', ...settings)).toBe("connect-src 'self' https://photos.example");
  expect(directive('media-src', ...settings)).toBe("media-src 'self' blob: https://films.example");
  expect(directive('frame-src', ...settings)).toBe(
    "frame-src 'self' https://map.example https://tours.example",
  );
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
