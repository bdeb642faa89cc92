import { defaultColor } from '@palabre/common/rules/workspaces/role-colour.ts';

const readable = 4.5;

type Rgb = [number, number, number];

function parse(hex: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  return match ? ([1, 2, 3].map(part => Number.parseInt(match[part] ?? '0', 16)) as Rgb) : null;
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map(value => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Computes the WCAG contrast of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [first, second] = [parse(a), parse(b)];
  if (!first || !second) return 1;
  const [light, dark] = [luminance(first), luminance(second)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Adapts a role's colour for text on `background`: the same hue, lightened or darkened until its contrast reaches
 * 4.5:1. Undefined for a role without a colour of its own.
 */
export function nameColour(hex: string, background: string): string | undefined {
  const colour = parse(hex);
  const behind = parse(background);
  if (!colour || !behind || hex.toLowerCase() === defaultColor) return undefined;
  const towards = luminance(behind) > 0.4 ? 0 : 255;
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = colour.map(part => Math.round(part + (towards - part) * share));
    const text = `#${mixed.map(part => part.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(text, background) >= readable) return text;
  }
  return undefined;
}
