import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueApp, createCatalogueApp } from '../../../testing/apps/catalogue-app.ts';
import { imageAddress, safeIcon } from './presentation.ts';
import { changeCatalogue, createCategory, updateExperience } from './service.ts';

/** X2: what an editor, or somebody who took over an editor's account, may type as a media address. */
const HOSTILE_ADDRESSES = [
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

const SAFE_ADDRESSES: [typed: string, shown: string][] = [
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

/** X3: icons that must not become the address of a picture or text of a page. */
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

async function shownFor(mediaAddress: string) {
  await changeCatalogue(site.db, site.app.responseCache, (tx) =>
    updateExperience(tx, experienceId, { mediaAddress }),
  );
  return (await site.get('/api/vr360/tour')).json();
}

describe('media addresses', () => {
  it.each(HOSTILE_ADDRESSES)('X2: %j leads to the fallback tour', async (typed) => {
    const answer = await shownFor(typed);
    if (answer.vrUrl !== undefined) expect(new URL(answer.vrUrl).origin).toBe('http://localhost:3000');
    else expect(answer).toMatchObject({ isPermission: true, fallbackUrl: '/fallback-tours/default.mp4' });
    expect(JSON.stringify(answer)).not.toMatch(/(javascript|data|vbscript|blob|file|ftp):|secret@/i);
  });

  it.each(SAFE_ADDRESSES)('%j is shown as %s', async (typed, shown) => {
    expect((await shownFor(typed)).vrUrl).toBe(shown);
  });

  it.each([
    ['https://cdn.example/a.MP4?x=1', 'video'],
    ['https://cdn.example/a.webm', 'video'],
    ['https://cdn.example/a.jpg', 'photo'],
    ['https://www.youtube.com/watch?v=abcdefghijk', 'embed'],
  ])('%s is shown as %s', async (typed, mediaType) => {
    expect(await shownFor(typed)).toMatchObject({ mediaType });
  });
});

describe('icons', () => {
  it.each(HOSTILE_ICONS)('X3: %j becomes the folder', (typed) => expect(safeIcon(typed)).toBe('📁'));

  it('X3: also where the database already holds one', async () => {
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
  ])('%j is shown as %j', (typed, shown) => expect(safeIcon(typed)).toBe(shown));
});

it('a flat picture without a usable address is the headset', async () => {
  expect(imageAddress('javascript:alert(1)')).toBeUndefined();
  await changeCatalogue(site.db, site.app.responseCache, (tx) =>
    updateExperience(tx, experienceId, { thumbnail: 'data:image/svg+xml,<svg onload=alert(1)>' }),
  );
  expect((await site.get('/api/vr360/tour')).json()).toMatchObject({ thumbnail: '/images/headset.svg' });
});
