import { connect } from 'node:net';

/** What came back for bytes that were sent: the status, or undefined where the connection was closed without an answer. */
export interface RawResponse {
  status: number | undefined;
  /** The beginning of the answer, for a message. */
  text: string;
}

/**
 * Sends bytes as they are on a connection of their own.
 *
 * @param timeoutMs how long an answer may take; requests that end too early get none
 */
export function sendBytes(port: number, bytes: string | Buffer, timeoutMs: number): Promise<RawResponse> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      resolve({ status: status === undefined ? undefined : Number(status), text });
    };
    const timer = setTimeout(finish, timeoutMs);
    socket.setEncoding('latin1');
    socket.on('data', (data: string) => {
      // Answers such as 100 come before the one that counts.
      text = (text + data).replace(/^HTTP\/1\.1 1\d\d[^\r\n]*\r\n[\r\n]*/, '').slice(0, 500);
      if (text.length >= 12) finish();
    });
    socket.on('error', finish);
    socket.on('close', finish);
  });
}
