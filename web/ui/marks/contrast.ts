/** Red, green and blue, 0 to 255 each. */
export type Rgb = [number, number, number];

/** Parses `#rrggbb`; null for anything else. */
export function parseColour(hex: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  return match ? ([1, 2, 3].map(part => Number.parseInt(match[part] ?? '0', 16)) as Rgb) : null;
}

/** Computes the relative luminance that WCAG defines, 0 to 1. */
export function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map(value => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Computes the WCAG contrast of two colours, 1 to 21; 1 when either is no colour. */
export function contrast(a: string, b: string): number {
  const [first, second] = [parseColour(a), parseColour(b)];
  if (!first || !second) return 1;
  const [light, dark] = [luminance(first), luminance(second)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
