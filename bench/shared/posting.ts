import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Minimal HTTP client: sends one request at a time on a keep-alive connection, at little cost beside the measured server.
 */
export class Poster {
  private socket: Socket | undefined;

  constructor(
    private readonly port: number,
    private readonly token: string,
    /** `accept-encoding` to send, if any. */
    private readonly encoding = '',
    /** `x-forwarded-for` to send, if any. */
    private readonly address = '',
  ) {}

  /** Connects. If the server closes the connection later, the next request reconnects. */
  async open(): Promise<this> {
    this.socket = connect(this.port, '127.0.0.1').setNoDelay(true);
    await once(this.socket, 'connect');
    return this;
  }

  /**
   * Posts a message, or a reply in the thread under a message; resolves with the status once the whole response has arrived.
   */
  post(channelId: string, content: string, nonce: string, threadOf?: string): Promise<number> {
    return this.send('POST', '/api/message', JSON.stringify({ channelId, content, nonce, threadOf }));
  }

  get(path: string): Promise<number> {
    return this.send('GET', path, '');
  }

  close(): void {
    this.socket?.destroy();
  }

  private async send(method: string, path: string, body: string): Promise<number> {
    if (!this.socket || this.socket.destroyed || this.socket.readableEnded) await this.open();
    const socket = this.socket as Socket;
    const length = body && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    const accepted = this.encoding && `accept-encoding: ${this.encoding}\r\n`;
    const from = this.address && `x-forwarded-for: ${this.address}\r\n`;
    const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${this.token}\r\n${from}${accepted}${length}\r\n`;
    socket.write(head + body);
    return new Promise((resolve, reject) => {
      let answer = '';
      const read = (chunk: Buffer) => {
        answer += chunk.toString('latin1');
        const end = answer.indexOf('\r\n\r\n');
        if (end < 0) return;
        const size = Number(/\r\ncontent-length: (\d+)/i.exec(answer)?.[1]);
        if (answer.length < end + 4 + size) return;
        socket.off('data', read).off('close', cut);
        resolve(Number(answer.slice(9, 12)));
      };
      const cut = () => reject(new Error('the server closed the connection'));
      socket.on('data', read).on('close', cut);
    });
  }
}
