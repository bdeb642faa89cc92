import type { ServerResponse } from 'node:http';
import { AppError } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';

/** Limits on concurrent exports, one for each person. */
const atOnce = { ofAddress: 8, inAll: 32 };

interface Reader {
  address: string;
  response: ServerResponse;
}

/**
 * Readers of exports sent at once. Each reads as fast as its connection; when there is no room, slow readers are
 * disconnected.
 */
export class ExportReaders {
  private readonly reading = new Map<string, Reader>();

  constructor(private readonly departures: Services['departures']) {}

  /**
   * Takes a place until the answer has left or is given up.
   * @throws AppError `export_in_progress` when the person has a place, or no reader can be disconnected
   */
  enter(userId: string, reader: Reader): void {
    const ofAddress = [...this.reading.values()].filter(({ address }) => address === reader.address);
    const hasRoom =
      (ofAddress.length < atOnce.ofAddress || this.makeRoom(ofAddress)) &&
      (this.reading.size < atOnce.inAll || this.makeRoom(this.reading.values()));
    if (this.reading.has(userId) || !hasRoom) throw new AppError('export_in_progress', { retryAfter: 10 });
    this.reading.set(userId, reader);
    reader.response.once('close', () => this.leave(userId, reader));
  }

  private leave(userId: string, reader: Reader): void {
    if (this.reading.get(userId) === reader) this.reading.delete(userId);
  }

  /** Disconnects one slow reader; returns whether there was one. */
  private makeRoom(readers: Iterable<Reader>): boolean {
    for (const { response } of readers) {
      if (!response.socket || !this.departures.isSlow(response.socket)) continue;
      this.departures.letGo(response.socket);
      return true;
    }
    return false;
  }
}
