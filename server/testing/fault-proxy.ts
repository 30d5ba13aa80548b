import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Handles one request in the proxy's place; `forward` passes it on. */
export type Fault = (incoming: IncomingMessage, response: ServerResponse, forward: () => void) => void;

export interface FaultProxy {
  endpoint: string;
  /** Where requests are forwarded to. */
  target: string;
  /** Handle the next requests, one each. */
  faults: Fault[];
  /** Handles all requests for which there is none in `faults`; by default they are forwarded. */
  always?: Fault;
  /** Method and path of each request. */
  requests: string[];
  close(): Promise<void>;
}

/** No fault: passes the request on. */
export const forwardOnly: Fault = (_, __, forward) => forward();

/** Responds with a status alone. */
export const respondWith =
  (status: number): Fault =>
  (incoming, response) => {
    incoming.resume().once('end', () => response.writeHead(status, { 'content-length': 0 }).end());
  };

/** Receives the request and never responds. */
export const neverRespond: Fault = (incoming) => void incoming.resume();

/** Ends the connection without a response. */
export const hangUp: Fault = (incoming) => void incoming.socket.destroy();

/** Passes the request on, then ends the connection after so many bytes of the response's body; or waits, keeping it open. */
export const breakOffAfter =
  (bytes: number, ending: 'cut' | 'stall' = 'cut'): Fault =>
  (_, response, forward) => {
    let left = bytes;
    const write = response.write.bind(response);
    response.write = ((chunk: Buffer) => {
      if (left <= 0) return false;
      const part = chunk.subarray(0, left);
      left -= part.length;
      write(part, () => {
        if (left <= 0 && ending === 'cut') response.socket?.destroy();
      });
      return left > 0;
    }) as typeof response.write;
    forward();
  };

/** Passes the request on, and ends its connection after so many bytes of the request's body. */
export const cutRequestAfter =
  (bytes: number): Fault =>
  (incoming, _, forward) => {
    let left = bytes;
    incoming.on('data', (piece: Buffer) => {
      left -= piece.length;
      // After the piece is on its way.
      if (left <= 0) setTimeout(() => incoming.socket.destroy(), 20);
    });
    forward();
  };

/** Passes the request on and loses the response. */
export const loseResponse: Fault = (incoming, response, forward) => {
  response.writeHead = ((): ServerResponse => {
    incoming.socket.destroy();
    return response;
  }) as typeof response.writeHead;
  forward();
};

/** Forwards HTTP requests on the loopback interface and, where a test wants it, does something else with them. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const faults: Fault[] = [];
  const requests: string[] = [];
  const server = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    const forward = () => {
      const { method = 'GET', headers, url = '/' } = incoming;
      const outgoing = request(proxy.target + url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      outgoing.on('error', () => response.destroy());
      response.on('close', () => outgoing.destroy());
      incoming.pipe(outgoing);
    };
    const fault = faults.shift() ?? proxy.always;
    if (fault === undefined) forward();
    else fault(incoming, response, forward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FaultProxy = {
    target,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
