import { fail } from './errors.ts';

/** Limits on JSON from a client: its nesting, and its values and names; giving a role to everyone has the most. */
const most = { depth: 32, values: 30_000 };

const [quote, backslash, comma, colon] = [34, 92, 44, 58];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/**
 * Tells whether a JSON text is within limits, in one pass before it is parsed: a text nested a hundred thousand times,
 * or with as many values, takes a hundred times as long to parse as another of the same length.
 */
export function isBounded(text: string): boolean {
  let [depth, values] = [0, 1];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case openList:
      case openObject:
        depth += 1;
        if (depth > most.depth) return false;
        break;
      case closeList:
      case closeObject:
        depth -= 1;
        break;
      case comma:
      case colon:
        values += 1;
        if (values > most.values) return false;
        break;
    }
  }
  return true;
}

/** Finds the end of a string; the end of the text when the string has none. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return text.length;
}

/** Parses a client's JSON text that was embedded in another format. */
export function readJson(text: string): unknown {
  if (!isBounded(text)) fail('invalid_input');
  return JSON.parse(text);
}
