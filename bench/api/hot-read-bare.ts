/** The peer: a bare `node:http` server that responds to every request with given headers and body. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Message = { ask: 'cpu' | 'stop' } | { headers: string[]; body: string };

process.on('message', (message: Message) => {
  if ('ask' in message) {
    if (message.ask === 'stop') process.exit();
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1000 });
    return;
  }
  const body = Buffer.from(message.body);
  const server = createServer((_request, response) => {
    response.writeHead(200, message.headers);
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
});
