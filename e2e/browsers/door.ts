import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { freePort } from '../../server/test/outside/free-port.ts';

/**
 * Proxy between browsers and the server: its address can be shut, as if the server had gone, and collects the browsers'
 * reports of Content-Security-Policy violations at another address, which stays open.
 */
export class Door {
  url = '';
  /** Reports of violations, as browsers send them. */
  readonly violations: string[] = [];
  private port = 0;
  private readonly sockets = new Set<Socket>();
  private readonly reports = createServer((asked, answer) => {
    let text = '';
    asked.on('data', piece => {
      text += piece;
    });
    asked.on('end', () => {
      this.violations.push(text);
      answer.writeHead(204).end();
    });
  });
  private readonly server = createServer((asked, answer) => {
    const passed = request(this.onward(asked), got => {
      const policy = got.headers['content-security-policy'];
      const headers = policy ? { ...got.headers, 'content-security-policy': this.reported(policy) } : got.headers;
      answer.writeHead(got.statusCode ?? 502, headers);
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });

  async open(): Promise<void> {
    this.server.on('connection', socket => this.hold(socket));
    this.server.on('upgrade', (asked: IncomingMessage, socket: Socket, head: Buffer) => {
      const onward = this.hold(connect(this.port, '127.0.0.1'));
      const lines = asked.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : [`${name}: ${all[at + 1]}`]));
      onward.write([`${asked.method} ${asked.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    await new Promise<void>(done => this.reports.listen(0, '127.0.0.1', done));
    const port = await freePort();
    await this.listen(port);
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Sets the port of the server. */
  leadTo(port: number): void {
    this.port = port;
  }

  /** Closes the address and its connections. */
  async shut(): Promise<void> {
    const closed = new Promise(done => this.server.close(done));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async reopen(): Promise<void> {
    await this.listen(Number(new URL(this.url).port));
  }

  async close(): Promise<void> {
    if (this.server.listening) await this.shut();
    this.reports.closeAllConnections();
    await new Promise(done => this.reports.close(done));
  }

  private listen(port: number): Promise<void> {
    return new Promise((done, failed) => this.server.once('error', failed).listen(port, '127.0.0.1', done));
  }

  private reported(policy: string | string[]): string {
    return `${policy};report-uri http://127.0.0.1:${(this.reports.address() as AddressInfo).port}/`;
  }

  private onward({ url, method, headers }: IncomingMessage) {
    return { host: '127.0.0.1', port: this.port, path: url, method, headers };
  }

  private hold(socket: Socket): Socket {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
    return socket;
  }
}
