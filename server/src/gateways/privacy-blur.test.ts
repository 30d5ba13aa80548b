import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BlurService, startBlurService } from '../features/media/blur-service.fixture.ts';
import { createPrivacyBlur, PrivacyBlurUnavailableError } from './privacy-blur.ts';

const PICTURE = Buffer.from('a picture');

let folder: string;
let file: string;
let service: BlurService;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'oriel-blur-'));
  file = path.join(folder, 'sphere.jpg');
  await writeFile(file, PICTURE);
  service = await startBlurService();
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  service.requests.length = 0;
});

const blurBy = (options: { timeoutMs?: number; url?: string } = {}) =>
  createPrivacyBlur({ url: service.url, maxBytes: 1000, ...options });

it('sends a picture as the form that the protocol asks for', async () => {
  service.answer = (_, response) => void response.end('a blurred picture');
  for (const url of [`${service.url}/api`, `${service.url}/api/`])
    expect((await blurBy({ url }).blur(file)).toString()).toBe('a blurred picture');
  const sent = { method: 'POST', path: '/api/blur/', field: 'picture', type: 'image/jpeg', picture: PICTURE };
  expect(service.requests).toEqual([sent, sent]);
});

it('asks a second time where the service is in trouble, and then rests', async () => {
  service.answer = (_, response) =>
    void response.writeHead(service.requests.length === 1 ? 503 : 200).end('ok');
  const blur = blurBy();
  expect((await blur.blur(file)).toString()).toBe('ok');
  service.answer = (_, response) => void response.writeHead(500).end();
  for (let attempt = 0; attempt < 3; attempt += 1)
    await expect(blur.blur(file)).rejects.toThrow(PrivacyBlurUnavailableError);
  const asked = service.requests.length;
  expect(asked).toBe(2 + 5);
  await expect(blur.blur(file)).rejects.toThrow('the blur service is resting after failures');
  expect(service.requests).toHaveLength(asked);
});

it('waits for a limited time, and asks nobody else', async () => {
  service.answer = () => undefined;
  await expect(blurBy({ timeoutMs: 50 }).blur(file)).rejects.toThrow(PrivacyBlurUnavailableError);
  // The head is there, but the picture never ends.
  service.answer = (_, response) => void response.writeHead(200).write('half');
  await expect(blurBy({ timeoutMs: 50 }).blur(file)).rejects.toThrow(PrivacyBlurUnavailableError);
  service.answer = (_, response) => void response.writeHead(307, { location: `${service.url}/other` }).end();
  await expect(blurBy().blur(file)).rejects.toThrow(PrivacyBlurUnavailableError);
  expect(service.requests.map(({ path: place }) => place)).not.toContain('/other');
});

it('takes no more than it may, and does not repeat what was refused', async () => {
  // Requests that were given up before may still arrive.
  const blur = blurBy({ url: `${service.url}/bounded` });
  service.answer = (_, response) => void response.end(Buffer.alloc(1001));
  await expect(blur.blur(file)).rejects.toThrow('the blur service answered more than 1000 bytes');
  service.answer = (_, response) => void response.writeHead(422).end();
  await expect(blur.blur(file)).rejects.toThrow('the blur service answered 422');
  const asked = service.requests.filter(({ path: place }) => place === '/bounded/blur/');
  expect(asked).toHaveLength(2);
});
