/** A file, with the fields that decide who may open it. */
export interface FileFacts {
  ownerId: string | null;
  /** Time until which only the owner may open the file; null if it has no such time. */
  privateUntilMs: number | null;
  /** Whether the person may read the file's message; null if the file is not attached to a message. */
  canRead: boolean | null;
  /** Whether the file's message is scheduled by the owner and not sent yet. */
  isScheduled: boolean;
}
