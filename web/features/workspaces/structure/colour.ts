import { defaultColor } from '@palabre/common/rules/workspaces/role-colour.ts';
import { contrast, luminance, parseColour } from '../../../ui/marks/contrast.ts';

const readable = 4.5;

/**
 * Adapts a role's colour for text on `background`: the same hue, lightened or darkened until its contrast reaches
 * 4.5:1. Undefined for a role with the default colour.
 */
export function nameColour(hex: string, background: string): string | undefined {
  const colour = parseColour(hex);
  const behind = parseColour(background);
  if (!colour || !behind || hex.toLowerCase() === defaultColor) return undefined;
  const towards = luminance(behind) > 0.4 ? 0 : 255;
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = colour.map(part => Math.round(part + (towards - part) * share));
    const text = `#${mixed.map(part => part.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(text, background) >= readable) return text;
  }
  return undefined;
}
