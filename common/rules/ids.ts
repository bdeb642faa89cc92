/** Id of version 7 (RFC 9562): its first 48 bits are the milliseconds at which it was made. */
const ofVersion7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/i;

/** Returns the creation time of an id, and so of its record; null for an id without a time. */
export function timeOfId(id: string): Date | null {
  const [, high, low] = ofVersion7.exec(id) ?? [];
  return high && low ? new Date(Number.parseInt(high + low, 16)) : null;
}
