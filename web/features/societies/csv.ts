import { limits } from '@palabre/common/contract/fields.ts';
import { isEmail } from '@palabre/common/rules/people/email.ts';
import { part } from '../../platform/address/lazy-part.ts';

/** Contents of an imported file: unique addresses, and the lines without any. */
export interface Imported {
  addresses: string[];
  left: { line: number; text: string }[];
}

/** Reason why a file cannot be imported. */
export type CsvFailure = 'invalid' | 'empty' | 'tooLarge' | 'tooMany';

/** Maximum size of an imported file: 1 MB. */
const bytesAtMost = 1024 * 1024;

const papa = part(async () => (await import('papaparse')).default);

/**
 * Decodes a spreadsheet's text: by its byte order mark, else as UTF-8, else as Windows-1252, which Excel writes on
 * French Windows.
 */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Normalizes the address of a cell, and drops the quote that `writeCsv` puts before a formula. */
const addressIn = (cell: string): string | undefined => {
  const address = cell
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
    .toLowerCase();
  return address.length <= limits.email && isEmail(address) ? address : undefined;
};

/** Finds the addresses of a cell: a single one, or several with any separator. */
function addressesIn(cell: string): string[] {
  const whole = addressIn(cell);
  return whole ? [whole] : cell.split(/[\s,;|<>"]+/).flatMap(part => addressIn(part) ?? []);
}

/** Reads a file of addresses, with any separator, quotes and byte order mark. */
export async function readCsv(file: Blob): Promise<Imported | CsvFailure> {
  if (file.size > bytesAtMost) return 'tooLarge';
  const text = textOf(new Uint8Array(await file.arrayBuffer()));
  // A NUL is in no text file: the file is an image or an unexported spreadsheet.
  if (text.includes('\0')) return 'invalid';
  const { parse } = await papa();
  const { data, errors } = parse<string[]>(text);
  if (errors.some(({ type }) => type === 'Quotes')) return 'invalid';
  const addresses = new Set<string>();
  const left: Imported['left'] = [];
  data.forEach((cells, index) => {
    const found = cells.flatMap(addressesIn);
    for (const address of found) addresses.add(address);
    const said = cells.map(cell => cell.trim()).filter(Boolean);
    if (found.length === 0 && said.length > 0) left.push({ line: index + 1, text: said.join(' · ') });
  });
  if (addresses.size === 0) return 'empty';
  return addresses.size > limits.whitelist ? 'tooMany' : { addresses: [...addresses], left };
}

/** Tells whether a spreadsheet would run a cell as a formula. */
const isFormula = (cell: string) => /^[=+\-@\t\r]/.test(cell);

/** Writes a whitelist as a CSV file, and quotes cells that a spreadsheet would run as formulas. */
export function writeCsv(addresses: readonly string[]): Blob {
  const lines = addresses.map(address => `"${(isFormula(address) ? `'${address}` : address).replaceAll('"', '""')}"`);
  return new Blob([`\ufeff${['email', ...lines].join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
}
