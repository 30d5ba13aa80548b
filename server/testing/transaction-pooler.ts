import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

export interface TransactionPooler {
  port: number;
  close(): Promise<void>;
}

/** One message of PostgreSQL's protocol, with its type and length. */
interface Message {
  type: string;
  bytes: Buffer;
}

/** Cuts a stream of bytes into messages. @param hasStartup whether the first message has no type */
function messageReader(hasStartup: boolean): (chunk: Buffer) => Message[] {
  let rest = Buffer.alloc(0);
  let isFirst = hasStartup;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const at = isFirst ? 0 : 1;
      if (rest.length < at + 4) return messages;
      const size = at + rest.readInt32BE(at);
      if (rest.length < size) return messages;
      messages.push({
        type: isFirst ? 'startup' : String.fromCharCode(rest[0] ?? 0),
        bytes: rest.subarray(0, size),
      });
      rest = rest.subarray(size);
      isFirst = false;
    }
  };
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** What a client gets in response to its startup: it is let in, and may send queries. */
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', Buffer.from('client_encoding\0UTF8\0')),
  message('Z', Buffer.from('I')),
]);

/** A connection to PostgreSQL, which serves one client at a time. */
interface ServerConnection {
  socket: Socket;
  /** Receives what PostgreSQL sends. */
  receive: (message: Message) => void;
}

async function connectServer(connectionString: string): Promise<ServerConnection> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  // Signed in by the library; from here on its connection carries the messages of others.
  const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  socket.removeAllListeners('data');
  const server: ServerConnection = { socket, receive: () => undefined };
  const read = messageReader(false);
  socket.on('data', (chunk: Buffer) => {
    for (const part of read(chunk)) server.receive(part);
  });
  return server;
}

/**
 * A pooler in transaction mode, as PgBouncer before 1.21 is one: a client has a connection to PostgreSQL from the first message of a
 * transaction to its end, and the next client finds the session as it was left, with its settings, locks and prepared statements.
 */
export async function startTransactionPooler(
  connectionString: string,
  size: number,
): Promise<TransactionPooler> {
  const servers = await Promise.all(Array.from({ length: size }, () => connectServer(connectionString)));
  const free = [...servers];
  const waiting: ((server: ServerConnection) => void)[] = [];
  const clients = new Set<Socket>();

  function release(server: ServerConnection): void {
    server.receive = () => undefined;
    const next = waiting.shift();
    if (next === undefined) free.push(server);
    else next(server);
  }

  function serve(client: Socket): void {
    clients.add(client);
    let held: ServerConnection | undefined;
    let isAsking = false;
    /** Messages that wait for a connection. */
    const queue: Buffer[] = [];
    /** How many times PostgreSQL has yet to say that it is ready. */
    let pending = 0;

    function take(server: ServerConnection): void {
      isAsking = false;
      if (client.destroyed) {
        release(server);
        return;
      }
      held = server;
      server.receive = ({ type, bytes }) => {
        client.write(bytes);
        if (type !== 'Z') return;
        pending -= 1;
        if (pending > 0 || bytes.toString('latin1', 5) !== 'I') return;
        held = undefined;
        release(server);
      };
      server.socket.write(Buffer.concat(queue.splice(0)));
    }

    const read = messageReader(true);
    client.on('data', (chunk: Buffer) => {
      for (const { type, bytes } of read(chunk)) {
        if (type === 'startup') client.write(WELCOME);
        else if (type === 'X') client.end();
        else {
          // A query, or the end of an extended one.
          if (type === 'Q' || type === 'S') pending += 1;
          if (held !== undefined) held.socket.write(bytes);
          else {
            queue.push(bytes);
            if (isAsking) continue;
            isAsking = true;
            const server = free.pop();
            if (server === undefined) waiting.push(take);
            else take(server);
          }
        }
      }
    });
    client.on('error', () => undefined);
    client.on('close', () => {
      clients.delete(client);
      // Rolled back, so that the next client does not begin in the middle of a transaction.
      const server = held;
      if (server === undefined) return;
      server.receive = ({ type, bytes }) => {
        if (type === 'Z' && bytes.toString('latin1', 5) === 'I') release(server);
      };
      server.socket.write(message('Q', Buffer.from('ROLLBACK\0')));
    });
  }

  const listener = createServer(serve);
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    async close() {
      for (const socket of [...clients, ...servers.map((server) => server.socket)]) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
