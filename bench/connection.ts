import { connect, type Socket } from 'node:net';

/** A request as it travels. @param headers without `host` and `content-length` */
export function encodeRequest(line: string, headers: Record<string, string>, body = ''): Buffer {
  const lines = Object.entries({ host: 'localhost', ...headers, 'content-length': Buffer.byteLength(body) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${line} HTTP/1.1\r\n${head}\r\n${body}`);
}

/** Whether a response is complete, by its `content-length`. */
function isWhole(response: string): boolean {
  const bodyAt = response.indexOf('\r\n\r\n') + 4;
  const length = /^content-length: (\d+)/im.exec(response)?.[1];
  return bodyAt >= 4 && length !== undefined && response.length - bodyAt >= Number(length);
}

/**
 * A keep-alive connection for one short request at a time, with just enough HTTP for our own responses: where server and load share
 * the cores, autocannon takes a third of the server's time besides hashing, this a tenth.
 */
export class Connection {
  readonly #socket: Socket;
  #response = '';
  #resolve: (status: number) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;

  constructor(origin: string) {
    const { hostname, port } = new URL(origin);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true }).setEncoding('latin1');
    this.#socket.on('data', (text) => {
      this.#response += text;
      if (!isWhole(this.#response)) return;
      const status = Number(this.#response.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
      this.#response = '';
      this.#resolve(status);
    });
    this.#socket.on('error', (error) => this.#reject(error));
    this.#socket.on('close', () => this.#reject(new Error('the server closed a connection')));
  }

  /** @returns the response's status */
  send(request: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}
