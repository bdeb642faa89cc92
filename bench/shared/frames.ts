import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** Headers that a browser also sends, because they cost the server time and memory. */
const browserHeaders = (host: string): string =>
  [
    'pragma: no-cache',
    'cache-control: no-cache',
    'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    `origin: http://${host}`,
    'accept-encoding: gzip, deflate, br, zstd',
    'accept-language: fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7',
    'sec-websocket-extensions: permessage-deflate; client_max_window_bits',
  ].join('\r\n');

/** Kind of frame that closes a WebSocket. */
const closing = 8;

/** Minimal WebSocket client that only splits frames: thousands of clients must cost less than the measured server. */
export class FrameSocket {
  private rest: Buffer = Buffer.alloc(0);
  private upgraded = false;

  private constructor(
    private readonly socket: Socket,
    private readonly onFrame: (payload: Buffer) => void,
  ) {}

  /**
   * Connects to `path` of a server on loopback, and passes each text frame to `onFrame`.
   * @param more `onEnd` is called when the connection ends or is refused, which throws otherwise; `address` goes as
   * `x-forwarded-for`
   */
  static open(
    port: number,
    path: string,
    onFrame: (payload: Buffer, socket: FrameSocket) => void,
    { onEnd, address }: { onEnd?: () => void; address?: string } = {},
  ): FrameSocket {
    const host = `127.0.0.1:${port}`;
    const socket = connect(port, '127.0.0.1');
    if (onEnd) socket.once('close', onEnd);
    const opened: FrameSocket = new FrameSocket(socket, payload => onFrame(payload, opened));
    socket.setNoDelay(true);
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
        `${address ? `x-forwarded-for: ${address}\r\n` : ''}${browserHeaders(host)}\r\nsec-websocket-version: 13\r\n` +
        `sec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
    socket.on('data', chunk => opened.read(chunk));
    socket.on('error', error => {
      if (!onEnd) throw error;
    });
    return opened;
  }

  /** Sends a text of less than 64 KiB, with a zero mask. */
  send(text: string): void {
    const payload = Buffer.from(text);
    const extended = payload.length > 125;
    const head = extended
      ? [0x81, 0x80 | 126, payload.length >> 8, payload.length & 255]
      : [0x81, 0x80 | payload.length];
    this.socket.write(Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]));
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    let data = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    if (!this.upgraded) {
      const head = data.indexOf('\r\n\r\n');
      if (head >= 0) {
        if (!data.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) {
          this.socket.destroy(new Error(data.toString('latin1')));
          return;
        }
        this.upgraded = true;
        data = data.subarray(head + 4);
      }
    }
    let at = 0;
    while (this.upgraded && data.length - at >= 2) {
      const short = (data[at + 1] as number) & 127;
      const size = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (data.length - at < size) break;
      const length =
        short === 126 ? data.readUInt16BE(at + 2) : short === 127 ? Number(data.readBigUInt64BE(at + 2)) : short;
      if (data.length - at < size + length) break;
      // A browser answers a closing frame at once; the server waits for that answer.
      if (((data[at] as number) & 15) === closing) this.socket.end(Buffer.from([0x80 | closing, 0x80, 0, 0, 0, 0]));
      else this.onFrame(data.subarray(at + size, at + size + length));
      at += size + length;
    }
    this.rest = at < data.length ? Buffer.from(data.subarray(at)) : Buffer.alloc(0);
  }
}
