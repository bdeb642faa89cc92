import { connect, type Socket } from 'node:net';

/**
 * One keep-alive connection that posts messages one after the other, with as little work of its own as can be: what is
 * measured shares its two cores.
 */
export class Poster {
  private constructor(
    private readonly socket: Socket,
    private readonly token: string,
  ) {}

  static open(port: number, token: string): Promise<Poster> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Poster(socket, token)));
      socket.setNoDelay(true).once('error', reject);
    });
  }

  /** Posts a message and answers the status once the whole answer is there. */
  post(channelId: string, content: string, nonce: string): Promise<number> {
    return this.send('POST', '/api/message', JSON.stringify({ channelId, content, nonce }));
  }

  get(path: string): Promise<number> {
    return this.send('GET', path, '');
  }

  private send(method: string, path: string, body: string): Promise<number> {
    const length = body && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    this.socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${this.token}\r\n${length}\r\n${body}`,
    );
    return new Promise((resolve, reject) => {
      let answer = '';
      const read = (chunk: Buffer) => {
        answer += chunk.toString('latin1');
        const head = answer.indexOf('\r\n\r\n');
        if (head < 0) return;
        const size = Number(/\r\ncontent-length: (\d+)/i.exec(answer)?.[1]);
        if (answer.length < head + 4 + size) return;
        this.socket.off('data', read).off('close', cut);
        resolve(Number(answer.slice(9, 12)));
      };
      const cut = () => reject(new Error('the server closed the connection'));
      this.socket.on('data', read).on('close', cut);
    });
  }

  close(): void {
    this.socket.removeAllListeners('close').destroy();
  }
}
