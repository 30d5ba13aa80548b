import { expect, it } from 'vitest';
import { pagePolicy } from './pages-policy.ts';

it("a page lets in the scripts that are configured, and nobody else's", () => {
  const policy = pagePolicy('<p></p>', ['https://pay.example/v1/checkout.js', 'https://stats.example/a.js']);
  expect(policy).toContain("script-src 'self' https://pay.example https://stats.example;");
  expect(pagePolicy('<p></p>', ['/sandbox/checkout.js', undefined])).toContain("script-src 'self';");
});
