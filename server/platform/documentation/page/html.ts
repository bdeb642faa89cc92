/** Fragment of HTML, safe to embed. */
export class Html {
  constructor(readonly text: string) {}
}

/** Value that a template may embed. */
export type Content = Html | string | number | false | undefined | readonly Content[];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, character => escapes[character] ?? character);

function textOf(content: Content): string {
  if (content === false || content === undefined) return '';
  if (content instanceof Html) return content.text;
  if (Array.isArray(content)) return content.map(textOf).join('');
  return escaped(String(content));
}

/** Renders a template; values are escaped, unless they are Html. */
export const html = (texts: TemplateStringsArray, ...contents: Content[]): Html =>
  new Html(texts.reduce((before, text, index) => before + textOf(contents[index - 1]) + text));

/** Renders text with a little markdown: paragraphs, lists, **strong** and `code`. */
export function prose(text: string): Html {
  const inline = (line: string) =>
    escaped(line)
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
      .replace(/`([^`]+)`/g, '<code class="word">$1</code>');
  const block = (paragraph: string) =>
    paragraph.startsWith('- ')
      ? `<ul>${paragraph
          .split('\n')
          .map(line => `<li>${inline(line.slice(2))}</li>`)
          .join('')}</ul>`
      : `<p>${inline(paragraph)}</p>`;
  return new Html(text.split('\n\n').map(block).join(''));
}

/** Renders a single line of {@link prose}, without its paragraph. */
export const line = (text: string): Html => new Html(prose(text).text.replace(/^<p>|<\/p>$/g, ''));
