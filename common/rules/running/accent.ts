/** Colours of one theme derived from an accent, as `#rrggbb`. */
export interface Tones {
  brand: string;
  brandHover: string;
  brandSoft: string;
  brandSoftHover: string;
  onBrand: string;
}

/** Colours of both themes derived from an accent. */
export type Palette = Record<'light' | 'dark', Tones>;

type Rgb = readonly [number, number, number];

/** Contrast of text, by WCAG 2.2 at level AA. */
const contrastAtLeast = 4.5;
/** Backgrounds of web/styles/tokens.css behind the accent: those with the least contrast in each theme. */
const grounds = { light: ['#ffffff', '#f4efe5', '#efe9dc'], dark: ['#1f2522', '#171b19'] } as const;

const rgbOf = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
const hexOf = (rgb: Rgb): string => `#${rgb.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Mixes two colours; `share` is the part of the second. */
const mixed = (first: string, second: string, share: number): string => {
  const [a, b] = [rgbOf(first), rgbOf(second)];
  const part = (n: 0 | 1 | 2) => a[n] * (1 - share) + b[n] * share;
  return hexOf([part(0), part(1), part(2)]);
};

/** Lightens a colour to an HSL lightness, without a change of saturation. */
function lightened(color: string, lightness: number): string {
  const rgb = rgbOf(color).map(part => part / 255) as [number, number, number];
  const [high, low] = [Math.max(...rgb), Math.min(...rgb)];
  const middle = (high + low) / 2;
  // Scales the channels' distance from their middle, so that the saturation stays the same at the new lightness.
  const room = (at: number) => 1 - Math.abs(2 * at - 1);
  const scale = room(middle) === 0 ? 0 : room(lightness) / room(middle);
  const part = (n: 0 | 1 | 2) => (lightness + (rgb[n] - middle) * scale) * 255;
  return hexOf([part(0), part(1), part(2)]);
}

/** Returns the HSL lightness of a colour, from 0 to 1. */
const lightnessOf = (color: string): number => {
  const rgb = rgbOf(color);
  return (Math.max(...rgb) + Math.min(...rgb)) / 510;
};

function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map(part => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours, from 1 to 21, by WCAG 2.2. */
export function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const isRead = (tones: Tones, on: readonly string[]): boolean =>
  [...on, tones.brandSoft, tones.brandSoftHover, tones.onBrand].every(
    ground => contrast(tones.brand, ground) >= contrastAtLeast,
  ) && contrast(tones.brandHover, tones.onBrand) >= contrastAtLeast;

const lightOf = (color: string): Tones => ({
  brand: color,
  brandHover: mixed(color, '#000000', 0.16),
  brandSoft: mixed('#ffffff', color, 0.1),
  brandSoftHover: mixed('#ffffff', color, 0.16),
  onBrand: '#ffffff',
});

const darkOf = (color: string): Tones => ({
  brand: color,
  brandHover: mixed(color, '#ffffff', 0.18),
  brandSoft: mixed('#171b19', color, 0.12),
  brandSoftHover: mixed('#171b19', color, 0.18),
  onBrand: mixed('#000000', color, 0.08),
});

/**
 * Derives both themes' colours from an accent: the light theme has it unchanged, the dark one lightens it until it is
 * legible.
 * @returns null when text in this colour, or white text on it, is not legible in the light theme
 */
export function paletteOf(accent: string): Palette | null {
  const light = lightOf(accent.toLowerCase());
  if (!isRead(light, grounds.light)) return null;
  for (let lightness = lightnessOf(light.brand); lightness < 1; lightness += 0.02) {
    const dark = darkOf(lightened(light.brand, lightness));
    if (isRead(dark, grounds.dark)) return { light, dark };
  }
  return null;
}
