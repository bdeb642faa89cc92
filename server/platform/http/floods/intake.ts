import type { Socket } from 'node:net';

/** What is parsed at a time, about one head: what a request costs before anyone knows that it is there. */
const pieceBytes = 1_024;

/**
 * What one connection brings once requests have come on it one behind the other: handed to Node's parser piece by piece, and
 * not at all while it is held. What is not to be served yet stays unparsed, and beyond one chunk unread, so that it is the
 * sender who waits. Others are read by the parser itself, which is cheaper, for bodies above all.
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

  /** Called with a connection that Node listens to already. */
  constructor(private readonly socket: Socket) {
    const [parse] = socket.listeners('data');
    this.parse = parse as (bytes: Buffer) => void;
    socket.off('data', this.parse);
    socket.on('data', this.take);
    // Whoever reads the body of a request wakes its connection.
    socket.on('resume', this.stay);
    socket.once('close', () => this.end());
  }

  hold(): void {
    this.held = true;
  }

  release(): void {
    this.held = false;
    // After others have been read, and what is served now has asked for what it needs.
    setImmediate(() => this.goOn());
  }

  /** Leaves the connection to who speaks another protocol on it; what came before it was asked is nobody's. */
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
