import type { Socket } from 'node:net';

/** Bytes parsed at a time, about one request head: even an unserved request costs its parsing. */
const pieceBytes = 1_024;

/**
 * Feeds a pipelined connection to Node's parser chunk by chunk, and pauses it while it is held. Requests that must wait
 * stay unparsed, and beyond one chunk unread, so that backpressure slows the sender. The parser itself reads
 * connections without pipelining, which is cheaper, above all for bodies.
 */
export class Intake {
  private readonly parse: (bytes: Buffer) => void;
  private rest: Buffer = Buffer.alloc(0);
  private held = true;
  private ended = false;
  private readonly take = (chunk: Buffer): void => {
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    this.goOn();
  };
  private readonly stay = (): void => {
    if (this.rest.length > 0) this.socket.pause();
  };

  /** Takes over a connection that Node already listens to. */
  constructor(private readonly socket: Socket) {
    const [parse] = socket.listeners('data');
    this.parse = parse as (bytes: Buffer) => void;
    socket.off('data', this.parse);
    socket.on('data', this.take);
    // Reading the body of a request resumes its connection.
    socket.on('resume', this.stay);
    socket.once('close', () => this.end());
  }

  /** Stops feeding the parser. */
  hold(): void {
    this.held = true;
  }

  /** Feeds the parser again. */
  release(): void {
    this.held = false;
    // Deferred: other connections are read first, and the current request has asked for its body by then.
    setImmediate(() => this.goOn());
  }

  /** Leaves an upgraded connection to its new protocol; a connection that sent bytes before the answer is closed. */
  upgrade(): void {
    if (this.rest.length > 0) this.socket.destroy();
    this.socket.off('data', this.take);
    this.socket.off('resume', this.stay);
    this.end();
  }

  private end(): void {
    this.ended = true;
    this.rest = Buffer.alloc(0);
  }

  private goOn(): void {
    const waited = this.rest.length > 0 && this.socket.isPaused();
    while (this.rest.length > 0 && !this.held && !this.ended) {
      const piece = this.rest.subarray(0, pieceBytes);
      this.rest = this.rest.subarray(pieceBytes);
      this.parse(piece);
    }
    if (this.rest.length > 0) this.socket.pause();
    else if (waited) this.socket.resume();
  }
}
