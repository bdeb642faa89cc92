/**
 * Matches « Name <address> » as mail programs write it: words before the brackets belong to the name, unless they are
 * addresses.
 */
const named = /([^<>,;\n\r]*)<([^<>]*)>/g;

/**
 * Parses addresses in a typed or pasted text, separated by spaces, commas, semicolons or lines; each in lower case and
 * once. Invalid ones are kept, for their author to correct.
 */
export function readAddresses(text: string): string[] {
  const bare = text
    .replace(/"[^"]*"/g, ' ')
    .replace(named, (_, before: string, address: string) => {
      const others = before.split(/\s+/).filter(word => word.includes('@'));
      return ` ${[...others, address].join(' ')} `;
    })
    .split(/[\s,;]+/)
    .map(word => word.replace(/^mailto:/i, '').toLowerCase())
    .filter(word => word !== '');
  return [...new Set(bare)];
}
