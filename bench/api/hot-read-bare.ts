/** The peer: a bare `node:http` server that responds to every request with given headers and body. */
import { listen, servePeer } from '../peer.ts';

servePeer(({ headers, body }: { headers: string[]; body: string }) => {
  const bytes = Buffer.from(body);
  return listen((_request, response) => response.writeHead(200, headers).end(bytes));
});
