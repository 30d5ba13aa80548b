import { expect, it } from 'vitest';
import { sourceOf } from './client-source.ts';

it.each([
  ['192.0.2.1', { id: '192.0.2.1' }],
  ['192.0.2.1:51234', { id: '192.0.2.1' }],
  ['::ffff:192.0.2.1', { id: '192.0.2.1' }],
  ['::FFFF:c000:201', { id: '192.0.2.1' }],
  ['0:0:0:0:0:ffff:192.0.2.1', { id: '192.0.2.1' }],
  ['64:ff9b::192.0.2.1', { id: '192.0.2.1' }],
  ['2001:db8:0:1::5', { id: '2001:db8:0:1::/64', network: '2001:db8:0::/48' }],
  ['2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', { id: '2001:db8:0:1::/64', network: '2001:db8:0::/48' }],
  ['[2001:db8:0:1::5]:443', { id: '2001:db8:0:1::/64', network: '2001:db8:0::/48' }],
  ['2001:db8::1', { id: '2001:db8:0:0::/64', network: '2001:db8:0::/48' }],
  ['fe80::1%eth0', { id: 'fe80:0:0:0::/64', network: 'fe80:0:0::/48' }],
  ['::1', { id: '0:0:0:0::/64', network: '0:0:0::/48' }],
  ['::', { id: '0:0:0:0::/64', network: '0:0:0::/48' }],
  ['1:2:3:4:5:6:7::', { id: '1:2:3:4::/64', network: '1:2:3::/48' }],
  ['_hidden', { id: 'unknown' }],
  ['[', { id: 'unknown' }],
  ['', { id: 'unknown' }],
  [undefined, { id: 'unknown' }],
])('%s is counted as %o', (ip, source) => {
  expect(sourceOf({ ip })).toEqual(source);
});
