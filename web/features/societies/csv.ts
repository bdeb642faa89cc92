import { limits } from '@palabre/common/contract/fields.ts';
import { isEmail } from '@palabre/common/rules/email.ts';
import { part } from '../../platform/address/parts.ts';

/** What a file had in it: its addresses, each once, and the lines in which there is none. */
export interface Imported {
  addresses: string[];
  left: { line: number; text: string }[];
}

export type CsvFailure = 'invalid' | 'empty' | 'tooLarge' | 'tooMany';

/** The largest list that may be imported: 1 MB. */
const bytesAtMost = 1024 * 1024;

const papa = part(async () => (await import('papaparse')).default);

/** Text as spreadsheets write it: with its mark, else UTF-8, else what Excel writes on a French Windows. */
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

/** An address as it is compared; what was kept from being a formula is as it was before. */
const addressIn = (cell: string): string | undefined => {
  const address = cell
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
    .toLowerCase();
  return address.length <= limits.email && isEmail(address) ? address : undefined;
};

/** Those of a cell: one, or several with any separator between them. */
function addressesIn(cell: string): string[] {
  const whole = addressIn(cell);
  return whole ? [whole] : cell.split(/[\s,;|<>"]+/).flatMap(part => addressIn(part) ?? []);
}

/** Reads a file of addresses: any separator, quotes, a byte order mark. */
export async function readCsv(file: Blob): Promise<Imported | CsvFailure> {
  if (file.size > bytesAtMost) return 'tooLarge';
  const text = textOf(new Uint8Array(await file.arrayBuffer()));
  // No text file has one: a picture, a spreadsheet that was not exported.
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

/** What a spreadsheet would reckon rather than show. */
const isFormula = (cell: string) => /^[=+\-@\t\r]/.test(cell);

/** A whitelist as a file for spreadsheets: no address is a formula there. */
export function writeCsv(addresses: readonly string[]): Blob {
  const lines = addresses.map(address => `"${(isFormula(address) ? `'${address}` : address).replaceAll('"', '""')}"`);
  return new Blob([`\ufeff${['email', ...lines].join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
}
