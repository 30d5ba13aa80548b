/** A server that refuses whatever it is sent, at once: what the load itself costs the machine, without ours. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(503, { 'content-length': 0 }).end());
});

process.on('message', ({ ask }: { ask: 'start' | 'stop' }) => {
  if (ask === 'stop') process.exit();
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ origin: `http://127.0.0.1:${port}` });
  });
});
