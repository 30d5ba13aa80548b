import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What a request brought. */
export interface Received {
  method: string;
  path: string;
  /** The picture of the form, and what the form calls it. */
  picture: Buffer;
  field: string;
  type: string;
}

export interface BlurService {
  url: string;
  requests: Received[];
  /** What is done with the next requests. */
  answer: (received: Received, response: ServerResponse) => void | Promise<void>;
  close(): Promise<void>;
}

async function receive(request: IncomingMessage): Promise<Received> {
  const body = await buffer(request);
  const form = await new Response(body, {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData();
  const [[field, value] = ['', '']] = [...form.entries()];
  const file = typeof value === 'string' ? new Blob([value]) : value;
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    picture: Buffer.from(await file.arrayBuffer()),
    field,
    type: file.type,
  };
}

/** A service in the protocol of Panoramax's blur API, which does what a test says. */
export async function startBlurService(): Promise<BlurService> {
  const service: BlurService = {
    url: '',
    requests: [],
    answer: ({ picture }, response) => void response.end(picture),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const received = await receive(request);
    service.requests.push(received);
    await service.answer(received, response);
  };
  const server = createServer((request, response) => {
    // The client may give up before it has sent everything.
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}
