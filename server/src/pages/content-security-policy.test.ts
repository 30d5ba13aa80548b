import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { externalSources, hashOwnScripts, pagePolicy } from './content-security-policy.ts';

const NOTHING = { images: [], photos: [], videos: [], frames: [] };
const RAZORPAY = 'https://checkout.razorpay.com/v1/checkout.js';
const STATS = { script: 'https://stats.example/a.js', hosts: ['https://*.collect.example'] };

/** A directive of the policy for the given settings. */
function directive(name: string, ...settings: Parameters<typeof externalSources>): string | undefined {
  const parts = pagePolicy([], externalSources(...settings)).split('; ');
  return parts.find((part) => part.startsWith(`${name} `));
}

it('without external sources a page reaches only its own origin', () => {
  const settings = ['/sandbox/checkout.js', {}, NOTHING] as const;
  for (const name of ['script-src', 'connect-src', 'frame-src']) {
    expect(directive(name, ...settings)).toBe(`${name} 'self'`);
  }
  expect(directive('media-src', ...settings)).toBe("media-src 'self' blob:");
  expect(pagePolicy([], externalSources(...settings))).not.toMatch(/https?:[ ;]/);
});

it('a page allows the configured external scripts only', () => {
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

it('a host of its own may serve media', () => {
  const settings = ['/sandbox/checkout.js', {}, NOTHING, 'https://media.example'] as const;
  expect(directive('connect-src', ...settings)).toBe("connect-src 'self' https://media.example");
  expect(directive('img-src', ...settings)).toContain('https://media.example');
  expect(directive('media-src', ...settings)).toBe("media-src 'self' blob: https://media.example");
  expect(directive('script-src', ...settings)).toBe("script-src 'self'");
});

it('each kind of catalogue media is allowed from its own hosts', () => {
  const catalogue = {
    images: ['https://images.example'],
    photos: ['https://photos.example'],
    videos: ['https://videos.example'],
    frames: ['https://tours.example'],
  };
  const map = { embed: 'https://map.example/embed?id=1', link: 'https://map.example/1' };
  const settings = ['/sandbox/checkout.js', { map }, catalogue] as const;
  expect(directive('img-src', ...settings)).toMatch(/https:\/\/photos\.example https:\/\/images\.example/);
  expect(directive('connect-src', ...settings)).toBe("connect-src 'self' https://photos.example");
  expect(directive('media-src', ...settings)).toBe("media-src 'self' blob: https://videos.example");
  expect(directive('frame-src', ...settings)).toBe(
    "frame-src 'self' https://map.example https://tours.example",
  );
});

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('hashes the inline scripts with the nonce, and removes it', () => {
  const page = (mark: string) =>
    `<link rel="modulepreload" href="/a.js"${mark}/><script${mark}>ours()</script><script${mark} type="text/later" async="">import "/a.js";</script>`;
  expect(hashOwnScripts(page(' nonce="n0-_"'), 'n0-_')).toEqual({
    html: page(''),
    hashes: [hashOf('ours()'), hashOf('import "/a.js";')],
  });
});

it('hashes no script without the nonce', () => {
  const injected = [
    '<script>alert(1)</script>',
    '<script nonce="">alert(1)</script>',
    '<script nonce="guessed">alert(1)</script>',
    '<script type="text/later">alert(1)</script>',
    '<SCRIPT >alert(1)</SCRIPT>',
    // Swallows the start of the page's own script, nonce included.
    "<script x='",
  ];
  for (const text of injected) {
    const { hashes } = hashOwnScripts(`<p>${text}</p><script nonce="n0">ours('</script>`, 'n0');
    expect(hashes).toEqual([hashOf("ours('")]);
  }
});
