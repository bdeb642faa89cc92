/** Who writes in a sequence: Karim, whose threads are counted, or another person. */
export type Author = 'camille' | 'karim';

/** Reply, as the recount has it. */
export interface Said {
  _id: string;
  position: number;
  by: Author;
  namesKarim: boolean;
  alsoInPlace: boolean;
  gone: boolean;
}

/** Thread, as the recount has it for Karim. */
export interface Recount {
  id: string;
  by: Author;
  rootGone: boolean;
  said: Said[];
  following: boolean | undefined;
  read: number;
  seq: number;
}

/** Lists the replies that are not deleted. */
export const alive = ({ said }: Recount): Said[] => said.filter(({ gone }) => !gone);
const left = (thread: Recount) => alive(thread).filter(({ by, position }) => by !== 'karim' && position > thread.read);
/** Counts the replies that Karim follows and has not read. */
export const unread = (thread: Recount): number => (thread.following ? left(thread).length : 0);
/** Counts the replies that name Karim and that he has not read. */
export const mentions = (thread: Recount): number => left(thread).filter(({ namesKarim }) => namesKarim).length;
/** Returns what the state of the thread tells Karim. */
export const stateOf = (thread: Recount) => ({
  replies: alive(thread).length,
  following: thread.following ?? false,
  unread: unread(thread),
});
