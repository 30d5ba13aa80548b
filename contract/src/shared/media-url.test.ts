import { describe, expect, it } from 'vitest';
import { embedUrl, mediaTypeOf, sanitiseMediaUrl } from './media-url.ts';

const BASE = 'https://tours.example/';

describe('sanitiseMediaUrl', () => {
  it.each([
    ['https://cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
    ['  http://cdn.example/a.jpg\n', 'http://cdn.example/a.jpg'],
    ['/media/1/panorama.jpg', 'https://tours.example/media/1/panorama.jpg'],
    ['tours/lobby.mp4', 'https://tours.example/tours/lobby.mp4'],
    ['lobby.mp4', 'https://tours.example/lobby.mp4'],
    ['lobby.JPG?v=2', 'https://tours.example/lobby.JPG?v=2'],
    ['www.example.org/tour', 'https://www.example.org/tour'],
    ['example.org', 'https://example.org/'],
    ['example.org:8443/tour?a=1', 'https://example.org:8443/tour?a=1'],
    ['//cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
  ])('makes %j the address %j', (text, url) => {
    expect(sanitiseMediaUrl(text, BASE)).toBe(url);
  });

  it.each([
    undefined,
    null,
    '',
    '   ',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://example.org/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'vbscript:msgbox(1)',
    'blob:https://example.org/1',
    'file:///etc/passwd',
    'ftp://example.org/a.jpg',
    'about:blank',
    'view-source:https://example.org',
    'ws://example.org/',
    'intent://example.org#Intent;end',
    'https://user:password@example.org/a.jpg',
    'https://',
    'http://[::1',
    'https://exa mple.org/',
  ])('refuses %j', (text) => {
    expect(sanitiseMediaUrl(text, BASE)).toBeUndefined();
  });
});

describe('mediaTypeOf', () => {
  it.each(['mp4', 'webm', 'm4v', 'mov', 'ogv', 'ogg', 'avi', 'mkv', 'MP4'])(
    'plays .%s as a video',
    (extension) => {
      expect(mediaTypeOf(`https://cdn.example/a.${extension}?token=1#t=2`)).toBe('video');
    },
  );

  it('shows pictures as photos and everything else as an embedded page', () => {
    expect(mediaTypeOf('https://cdn.example/a.jpg')).toBe('photo');
    expect(mediaTypeOf('https://cdn.example/a.webp')).toBe('photo');
    expect(mediaTypeOf('https://cdn.example/tour')).toBe('embed');
    expect(mediaTypeOf('https://mp4.example/')).toBe('embed');
    expect(mediaTypeOf('https://cdn.example/tour?file=a.mp4')).toBe('embed');
  });
});

describe('embedUrl', () => {
  const EMBED = 'https://www.youtube.com/embed/hEdzv7D4CbQ?autoplay=1&mute=1&controls=0&rel=0&playsinline=1';

  it.each([
    'https://www.youtube.com/watch?v=hEdzv7D4CbQ',
    'https://youtube.com/watch?v=hEdzv7D4CbQ&feature=share',
    'https://m.youtube.com/watch?v=hEdzv7D4CbQ',
    'https://youtu.be/hEdzv7D4CbQ',
    'https://www.youtube.com/embed/hEdzv7D4CbQ',
    'https://www.youtube.com/shorts/hEdzv7D4CbQ',
    'https://www.youtube.com/live/hEdzv7D4CbQ',
  ])('makes %s an embed with the defaults', (url) => {
    expect(embedUrl(url)).toBe(EMBED);
  });

  it('keeps options that the link sets', () => {
    expect(embedUrl('https://youtu.be/hEdzv7D4CbQ?mute=0&t=90s')).toBe(
      'https://www.youtube.com/embed/hEdzv7D4CbQ?autoplay=1&mute=0&controls=0&rel=0&playsinline=1&start=90',
    );
  });

  it.each([
    'https://www.youtube.com/@someone',
    'https://www.youtube.com/watch?v=short',
    'https://youtube.com.evil.example/watch?v=hEdzv7D4CbQ',
    'https://tours.example/embed/hEdzv7D4CbQ',
  ])('leaves %s as it is', (url) => {
    expect(embedUrl(url)).toBe(url);
  });
});
