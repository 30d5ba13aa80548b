/** A server that refuses whatever it is sent, at once: what the load itself costs the machine, without ours. */
import { listen, servePeer } from './peer.ts';

servePeer(() =>
  listen((request, response) => {
    request.resume().on('end', () => response.writeHead(503, { 'content-length': 0 }).end());
  }),
);
