import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** Proxy between one browser and the server, which can be cut at any moment. */
export class Line {
  /** Bytes of the requests passed on. */
  brought = 0;
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  private readonly proxy = createServer((asked, answer) => {
    const { hostname, port, pathname, search } = new URL(asked.url ?? '');
    const { method, headers } = asked;
    const onward = request({ hostname, port, path: pathname + search, method, headers }, given => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.on('data', bytes => {
      this.brought += bytes.length;
    });
    asked.pipe(onward);
  });

  /** Starts the proxy; returns the browser's options. */
  async open(): Promise<{ proxy: { server: string } }> {
    this.proxy.on('connection', socket => (this.isCut ? socket.destroy() : this.hold(socket)));
    this.proxy.on('connect', (asked, socket: Socket) => {
      const [host = '', port = ''] = (asked.url ?? '').split(':');
      const onward = this.hold(connect(Number(port), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n')));
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>(done => this.proxy.listen(0, '127.0.0.1', done));
    return { proxy: { server: `http://127.0.0.1:${(this.proxy.address() as AddressInfo).port}` } };
  }

  private hold(socket: Socket): Socket {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
    return socket;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise(done => this.proxy.close(done));
  }
}
