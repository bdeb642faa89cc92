import { logFailure } from '../../../platform/device/log.ts';
import { whenIdle } from '../../../platform/device/when-idle.ts';

/** A longer block stays as it is: nobody reads it by its colours, and it would hold up the page. */
const longest = 6_000;

/** Colours the blocks of code that say their language; what does it is fetched when the first of them comes. */
export function colourCode(root: Element): void {
  for (const code of root.querySelectorAll<HTMLElement>('pre > code[class^="language-"]')) {
    const language = code.className.slice('language-'.length).toLowerCase();
    const text = code.textContent ?? '';
    if (text.length > longest) continue;
    import('./highlight.ts')
      .then(({ highlighted }) =>
        whenIdle(() => {
          const coloured = code.isConnected && code.textContent === text ? highlighted(text, language) : null;
          if (coloured) code.replaceChildren(coloured);
        }),
      )
      .catch((cause: unknown) => logFailure('Code cannot be coloured', cause));
  }
}
