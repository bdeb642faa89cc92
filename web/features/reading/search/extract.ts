import type { Piece } from '@palabre/common/contract/reading/search.ts';
import { type MentionNames, plainText } from '../../messages/text/open/mentions.ts';

/** What stands around a piece that answers while its text is read: characters that no message holds. */
const [begins, ends] = ['\u0002', '\u0003'];

/** A mention that an extract has cut: at its last sign, which is given back, or before, where nothing says whom it named. */
const whole = (text: string): string =>
  text
    .replace(/<([@#]&?[\da-f-]{36})(?!>)/gi, '<$1>')
    .replace(/<[@#]&?[\da-f-]*(?=$| … )|(^| … )[\da-f-]{8,}>/gi, '$1');

/** An extract as it is shown: without its marks, people by their names. */
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
