/** Reads « Name <address> » as a mail program writes it: the words before an address are of its name, unless they are addresses. */
const named = /([^<>,;\n\r]*)<([^<>]*)>/g;

/**
 * Reads addresses out of a text, typed or pasted: apart by spaces, commas, semicolons or lines, each in lower case and
 * once. What is no address is kept, for its author to correct.
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
