/** Author in a sequence: Karim, whose threads are counted, or another person. */
export type Author = 'camille' | 'karim';

/** Reply in the model. */
export interface Said {
  _id: string;
  position: number;
  by: Author;
  namesKarim: boolean;
  alsoInPlace: boolean;
  gone: boolean;
}

/** Model of a thread, as Karim should see it. */
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
/** Counts the unread replies in a thread that Karim follows. */
export const unread = (thread: Recount): number => (thread.following ? left(thread).length : 0);
/** Counts the unread replies that mention Karim. */
export const mentions = (thread: Recount): number => left(thread).filter(({ namesKarim }) => namesKarim).length;
/** Returns the expected state of the thread for Karim. */
export const stateOf = (thread: Recount) => ({
  replies: alive(thread).length,
  following: thread.following ?? false,
  unread: unread(thread),
});
