import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueApp, createCatalogueApp } from '../../../testing/apps/catalogue-app.ts';
import { safeIcon, safeImageUrl } from './presentation.ts';
import { changeCatalogue, createCategory, updateExperience } from './service.ts';

/** X2: media URLs that an editor, or an attacker with an editor's account, may enter. */
const HOSTILE_URLS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '  javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'javascript&colon;alert(1)//:',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'DATA:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:msgbox(1)',
  'blob:https://example.com/3f1c',
  'filesystem:https://example.com/temporary/x.html',
  'file:///etc/passwd',
  'ftp://example.com/tour.mp4',
  'ws://example.com/',
  'mailto:someone@example.com',
  'about:blank',
  'view-source:https://example.com/',
  'intent://example.com#Intent;scheme=https;end',
  'chrome://settings',
  'jar:https://example.com!/x.html',
  'https://user:secret@example.com/tour.mp4',
  'https://',
  'http://[::1',
  'https://exa mple.com/tour.mp4',
  'tel:123',
];

const SAFE_URLS: [input: string, url: string][] = [
  ['https://cdn.example/tour.mp4', 'https://cdn.example/tour.mp4'],
  ['  http://cdn.example/tour  ', 'http://cdn.example/tour'],
  ['www.example.com/tour', 'https://www.example.com/tour'],
  ['example.com', 'https://example.com/'],
  ['/tours/7/index.html', 'http://localhost:3000/tours/7/index.html'],
  ['tours/7/', 'http://localhost:3000/tours/7/'],
  ['//cdn.example/tour', 'http://cdn.example/tour'],
  [
    'https://example.com/"><script>alert(1)</script>',
    'https://example.com/%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  ],
];

/** X3: icons that must become neither the URL of an image nor text of a page. */
const HOSTILE_ICONS = [
  'javascript:alert(1)',
  ' JAVASCRIPT:alert(1)',
  'java\tscript:alert(1)',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'data:image/png;base64,AAAA',
  'vbscript:x',
  'blob:https://example.com/1',
  'file:///icon.png',
  '//example.com/icon.png',
  '/\\example.com/icon.png',
  '\\\\example.com\\icon.png',
  'https://user:secret@example.com/icon.png',
  'http://',
  '<img src=x onerror=alert(1)>',
  '"onload="',
  '&#106;',
  'a long text that is no icon',
  '\u202e\u202e',
  '   ',
  '',
];

let site: CatalogueApp;
let experienceId: number;

beforeAll(async () => {
  site = await createCatalogueApp(() => [{ slug: 'tour', title: 'Tour' }], {
    config: { publicUrl: 'http://localhost:3000' },
    fallbackTours: { byId: {}, default: '/fallback-tours/default.mp4' },
  });
  experienceId = (await site.get('/api/vr360/tour')).json<{ id: number }>().id;
});
afterAll(() => site.close());

async function presentWith(mediaUrl: string) {
  await changeCatalogue(site.db, site.app.responseCache, (tx) =>
    updateExperience(tx, experienceId, { mediaUrl }),
  );
  return (await site.get('/api/vr360/tour')).json();
}

describe('media URLs', () => {
  it.each(HOSTILE_URLS)('X2: %j is replaced by the fallback tour', async (input) => {
    const response = await presentWith(input);
    if (response.vrUrl !== undefined) expect(new URL(response.vrUrl).origin).toBe('http://localhost:3000');
    else expect(response).toMatchObject({ isPermission: true, fallbackUrl: '/fallback-tours/default.mp4' });
    expect(JSON.stringify(response)).not.toMatch(/(javascript|data|vbscript|blob|file|ftp):|secret@/i);
  });

  it.each(SAFE_URLS)('%j is presented as %s', async (input, url) => {
    expect((await presentWith(input)).vrUrl).toBe(url);
  });

  it.each([
    ['https://cdn.example/a.MP4?x=1', 'video'],
    ['https://cdn.example/a.webm', 'video'],
    ['https://cdn.example/a.jpg', 'photo'],
    ['https://www.youtube.com/watch?v=abcdefghijk', 'embed'],
  ])('%s has the media type %s', async (input, mediaType) => {
    expect(await presentWith(input)).toMatchObject({ mediaType });
  });
});

describe('icons', () => {
  it.each(HOSTILE_ICONS)('X3: %j becomes the folder emoji', (input) => expect(safeIcon(input)).toBe('📁'));

  it('X3: a hostile icon in the database becomes the folder emoji', async () => {
    await changeCatalogue(site.db, site.app.responseCache, (tx) =>
      createCategory(tx, { id: 4000, name: 'Hostile', icon: 'javascript:alert(1)' }),
    );
    expect((await site.get('/api/categories/4000')).json()).toMatchObject({ iconurl: '📁' });
  });

  it.each([
    ['🧳', '🧳'],
    ['👩‍🚀', '👩‍🚀'],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['VR', 'VR'],
    [' /icons/bed.svg ', '/icons/bed.svg'],
    ['/icons/../bed.svg', '/bed.svg'],
    ['https://cdn.example/i.png', 'https://cdn.example/i.png'],
  ])('%j is presented as %j', (input, icon) => expect(safeIcon(input)).toBe(icon));
});

it('replaces a thumbnail without a safe URL by the headset', async () => {
  expect(safeImageUrl('javascript:alert(1)')).toBeUndefined();
  await changeCatalogue(site.db, site.app.responseCache, (tx) =>
    updateExperience(tx, experienceId, { thumbnail: 'data:image/svg+xml,<svg onload=alert(1)>' }),
  );
  expect((await site.get('/api/vr360/tour')).json()).toMatchObject({ thumbnail: '/images/headset.svg' });
});
