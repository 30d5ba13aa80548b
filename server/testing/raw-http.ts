import { connect } from 'node:net';

/** The response to raw bytes. `status` is undefined where there was none. */
export interface RawResponse {
  status: number | undefined;
  /** The beginning of the response, for messages. */
  text: string;
}

/**
 * Sends raw bytes on a new connection.
 *
 * @param timeoutMs how long to wait for a response; incomplete requests get none
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
      // Skip informational responses such as 100.
      text = (text + data).replace(/^HTTP\/1\.1 1\d\d[^\r\n]*\r\n[\r\n]*/, '').slice(0, 500);
      if (text.length >= 12) finish();
    });
    socket.on('error', finish);
    socket.on('close', finish);
  });
}
