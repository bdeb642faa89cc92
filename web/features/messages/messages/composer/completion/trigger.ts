/** What is being typed that may be completed: « @cam », « #gé », « :sou ». */
export interface Trigger {
  sign: '@' | '#' | ':';
  /** What stands behind the sign. */
  query: string;
  /** Where the sign is. */
  from: number;
}

/** Farther back than this, nothing is a name. */
const longest = 60;
const opening = String.raw`(?:^|[\s([{«"'’/])`;
const patterns = [
  // A name may have a blank in it; one that is not found behind it ends the list.
  [new RegExp(String.raw`${opening}@([\p{L}\p{N}'’._-]*(?: [\p{L}\p{N}'’._-]+)?)$`, 'u'), '@'],
  [new RegExp(String.raw`${opening}#([\p{L}\p{N}_-]*)$`, 'u'), '#'],
  // « 10:30 » and « :) » are no emoji.
  [new RegExp(String.raw`${opening}:([\p{L}\p{N}_+-]{2,})$`, 'u'), ':'],
] as const;

/** What stands before the caret and may be completed; null: nothing does. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - longest), caret);
  for (const [pattern, sign] of patterns) {
    const query = pattern.exec(before)?.[1];
    if (query === undefined) continue;
    // In a block of code, signs are code's.
    if (text.slice(0, caret).split('```').length % 2 === 0) return null;
    return { sign, query, from: caret - query.length - 1 };
  }
  return null;
}
