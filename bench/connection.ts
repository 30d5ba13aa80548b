import { connect, type Socket } from 'node:net';

/** A request as it travels. @param headers without `host` and `content-length` */
export function encodeRequest(line: string, headers: Record<string, string>, body = ''): Buffer {
  const lines = Object.entries({ host: 'bench', ...headers, 'content-length': Buffer.byteLength(body) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${line} HTTP/1.1\r\n${head}\r\n${body}`);
}

/** Whether an answer is there to its end, which its `content-length` tells. */
function isWhole(answer: string): boolean {
  const bodyAt = answer.indexOf('\r\n\r\n') + 4;
  const length = /^content-length: (\d+)/im.exec(answer)?.[1];
  return bodyAt >= 4 && length !== undefined && answer.length - bodyAt >= Number(length);
}

/**
 * A kept connection that carries one short request at a time. It knows no more of HTTP than our own answers need: where server and
 * load share the cores, autocannon takes a third of what the server does beside hashing, this a tenth.
 */
export class Connection {
  readonly #socket: Socket;
  #answer = '';
  #resolve: (status: number) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;

  constructor(origin: string) {
    const { hostname, port } = new URL(origin);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true }).setEncoding('latin1');
    this.#socket.on('data', (text) => {
      this.#answer += text;
      if (!isWhole(this.#answer)) return;
      const status = Number(this.#answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
      this.#answer = '';
      this.#resolve(status);
    });
    this.#socket.on('error', (error) => this.#reject(error));
    this.#socket.on('close', () => this.#reject(new Error('the server closed a connection')));
  }

  /** @returns the answer's status */
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
