import type { Piece } from '@palabre/common/contract/reading/search.ts';
import { type MentionNames, plainText } from '../../messages/text/open/mentions.ts';

/** Control characters that mark a match while its text is converted; no message contains them. */
const [begins, ends] = ['\u0002', '\u0003'];

/**
 * Repairs mentions cut by an extract: restores a missing last `>`, and drops a mention cut earlier, whose id is lost.
 */
const whole = (text: string): string =>
  text
    .replace(/<([@#]&?[\da-f-]{36})(?!>)/gi, '<$1>')
    .replace(/<[@#]&?[\da-f-]*(?=$| … )|(^| … )[\da-f-]{8,}>/gi, '$1');

/** Converts an extract to displayed pieces: no markup, mentions as names. */
export function readable(extract: readonly Piece[], names: MentionNames): Piece[] {
  const marked = extract.map(({ text, hit }) => (hit ? begins + text + ends : text)).join('');
  return plainText(whole(marked), names)
    .split(begins)
    .flatMap((part, i) => {
      const [text = '', rest = ''] = i === 0 ? ['', part] : part.split(ends);
      return [
        { text, hit: true },
        { text: rest, hit: false },
      ];
    })
    .filter(({ text }) => text !== '');
}
