import type { ServerResponse } from 'node:http';
import { AppError } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';

/** Exports on their way at once, one a person. */
const atOnce = { ofAddress: 8, inAll: 32 };

interface Reader {
  address: string;
  response: ServerResponse;
}

/** Those who are sent their export. Each reads as fast as their connection takes it; where there is no room, the slow give way. */
export class ExportReaders {
  private readonly reading = new Map<string, Reader>();

  constructor(private readonly departures: Services['departures']) {}

  /**
   * Takes a place, until the answer has left or is given up.
   * @throws AppError `export_in_progress` when the person has one, or nobody gives way
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

  /** Has one of these who reads slowly give way; whether there was one. */
  private makeRoom(readers: Iterable<Reader>): boolean {
    for (const { response } of readers) {
      if (!response.socket || !this.departures.isSlow(response.socket)) continue;
      this.departures.letGo(response.socket);
      return true;
    }
    return false;
  }
}
