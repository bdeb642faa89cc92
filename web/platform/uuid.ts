const hex = (byte: number) => byte.toString(16).padStart(2, '0');

/** Makes a random uuid (version 4). On plain http under a host name, browsers have no `crypto.randomUUID`. */
export function newUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join('');
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, variant + digits.slice(17, 20)];
  return [...parts, digits.slice(20)].join('-');
}
