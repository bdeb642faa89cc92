import { logFailure } from '../../../platform/device/log.ts';
import { whenIdle } from '../../../platform/device/when-idle.ts';

/** Maximum length of a highlighted block: a longer one would freeze the page. */
const maxCharacters = 6_000;

/** Highlights the blocks of code that name their language; the highlighter is loaded on first use. */
export function colourCode(root: Element): void {
  for (const code of root.querySelectorAll<HTMLElement>('pre > code[class^="language-"]')) {
    const language = code.className.slice('language-'.length).toLowerCase();
    const text = code.textContent ?? '';
    if (text.length > maxCharacters) continue;
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
