/** Lines above which a block of code is folded. */
const foldedAbove = 20;

/** Names of languages that are written otherwise than by a capital letter. */
const languages: Record<string, string> = {
  ...{ bash: 'Shell', sh: 'Shell', shell: 'Shell', zsh: 'Shell', cpp: 'C++', cs: 'C#', csharp: 'C#', css: 'CSS' },
  ...{ html: 'HTML', xml: 'XML', ini: 'INI', toml: 'TOML', js: 'JavaScript', javascript: 'JavaScript', json: 'JSON' },
  ...{ md: 'Markdown', php: 'PHP', py: 'Python', rb: 'Ruby', rs: 'Rust', sql: 'SQL', ts: 'TypeScript' },
  ...{ typescript: 'TypeScript', yaml: 'YAML', yml: 'YAML', jsx: 'JSX', tsx: 'TSX' },
};

const languageOf = (code: Element | null): string => {
  const word = /^language-(.+)/.exec(code?.className ?? '')?.[1] ?? '';
  return languages[word.toLowerCase()] ?? word.slice(0, 1).toUpperCase() + word.slice(1);
};

function make(tag: 'div' | 'span' | 'button', className: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  if (made instanceof HTMLButtonElement) made.type = 'button';
  return made;
}

/**
 * Frames the blocks of code of a rendered text: adds their language, a button that copies, and a button that unfolds.
 */
export function frameCode(fragment: DocumentFragment): void {
  for (const block of fragment.querySelectorAll('pre')) {
    const listing = make('div', 'listing');
    block.replaceWith(listing);
    const language = make('span', 'language');
    language.textContent = languageOf(block.firstElementChild);
    listing.append(block, language, make('button', 'copy'));
    const lines = (block.textContent ?? '').trimEnd().split('\n').length;
    if (lines <= foldedAbove) continue;
    listing.classList.add('folded');
    const unfold = make('button', 'unfold');
    unfold.setAttribute('data-lines', String(lines));
    unfold.setAttribute('aria-expanded', 'false');
    listing.append(unfold);
  }
}
