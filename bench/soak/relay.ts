import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** TCP relay to a port of this machine whose connections can be cut, like a network's. */
export class Relay {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async to(port: number): Promise<Relay> {
    const server = createServer();
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    const relay = new Relay(server, (server.address() as AddressInfo).port);
    server.on('connection', socket => relay.join(socket, connect(port, '127.0.0.1')));
    return relay;
  }

  private join(...pair: [Socket, Socket]): void {
    this.pairs.add(pair);
    const [near, far] = pair;
    const end = () => {
      this.pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.setNoDelay().on('error', end).on('close', end);
    near.pipe(far).pipe(near);
  }

  /** Resets every other connection, with its data in flight; returns how many. */
  cut(): number {
    const cut = [...this.pairs].filter((_, n) => n % 2 === 0);
    for (const [near, far] of cut) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
    return cut.length;
  }

  stop(): void {
    this.server.close();
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }
}
