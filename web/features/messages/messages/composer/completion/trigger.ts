/** Typed text that can be completed: « @cam », « #gé », « :sou ». */
export interface Trigger {
  sign: '@' | '#' | ':';
  /** Text after the sign. */
  query: string;
  /** Position of the sign. */
  from: number;
}

/** Maximum length of a name, looked for before the caret. */
const maxCharacters = 60;
const opening = String.raw`(?:^|[\s([{«"'’/])`;
const patterns = [
  // A name may contain one space; a name without a match closes the list.
  [new RegExp(String.raw`${opening}@([\p{L}\p{N}'’._-]*(?: [\p{L}\p{N}'’._-]+)?)$`, 'u'), '@'],
  [new RegExp(String.raw`${opening}#([\p{L}\p{N}_-]*)$`, 'u'), '#'],
  // Excludes « 10:30 » and « :) », which are no emoji.
  [new RegExp(String.raw`${opening}:([\p{L}\p{N}_+-]{2,})$`, 'u'), ':'],
] as const;

/** Returns the trigger before the caret, or null. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - maxCharacters), caret);
  for (const [pattern, sign] of patterns) {
    const query = pattern.exec(before)?.[1];
    if (query === undefined) continue;
    // A block of code has no completion.
    if (text.slice(0, caret).split('```').length % 2 === 0) return null;
    return { sign, query, from: caret - query.length - 1 };
  }
  return null;
}
