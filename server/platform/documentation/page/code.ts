import type { Operation } from '../openapi.ts';
import { Html, html } from './html.ts';

/** Renders a value as JSON with coloured names, texts and numbers. */
export function json(value: unknown): Html {
  const text = JSON.stringify(value, null, 2) ?? '';
  const parts = text.split(/("(?:[^"\\]|\\.)*"(?:\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?\b)/);
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<span class="json-${kindOf(part)}">${part}</span>`))}`;
}

const kindOf = (part: string) => (part.endsWith(':') ? 'name' : part.startsWith('"') ? 'text' : 'other');

/** Renders a block of code with its title and actions. */
export const panel = (title: string, code: Html, actions: Html | false = false): Html => html`
  <figure class="code">
    <figcaption class="caption"><span class="grow">${title}</span>${actions}<button type="button" class="button small" data-copy hidden>Copy</button></figcaption>
    <pre class="text" tabindex="0">${code}</pre>
  </figure>`;

const quoted = (text: string) => `'${text.replace(/'/g, "'\\''")}'`;

/** Builds the URL of an operation from its example parameters. */
export function exampleAddress(server: string, path: string, { parameters = [] }: Operation): string {
  const given = (place: string) =>
    parameters.filter(({ in: where, example }) => where === place && example !== undefined);
  const filled = given('path').reduce(
    (before, { name, example }) => before.replace(`{${name}}`, encodeURIComponent(String(example))),
    path,
  );
  const query = new URLSearchParams(given('query').map(({ name, example }) => [name, String(example)]));
  return `${server}${filled}${query.size > 0 ? `?${query}` : ''}`;
}

/** Builds the curl command of the example of an operation. */
export function curl(method: string, address: string, operation: Operation): Html {
  const body = operation.requestBody?.content['application/json']?.example;
  const words = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quoted(address)}`,
    operation.security.length > 0 && '-H "Authorization: Bearer $TOKEN"',
    body !== undefined && "-H 'Content-Type: application/json'",
    body !== undefined && `-d ${quoted(JSON.stringify(body, null, 2).replace(/\n/g, '\n  '))}`,
  ];
  return new Html(html`${words.filter(word => word !== false).join(' \\\n  ')}`.text);
}
