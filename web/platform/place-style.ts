import type { PlaceSettings } from '@palabre/common/contract/running/settings.ts';

/** Key under which this device keeps the settings of the place. */
export const placeKey = 'palabre.place';

type Palette = NonNullable<PlaceSettings['palette']>;

// More specific than the tokens, in whichever order stylesheets come.
const rule = (theme: 'light' | 'dark', { brand, brandHover, brandSoft, brandSoftHover, onBrand }: Palette['light']) =>
  `html[data-theme="${theme}"]{--brand:${brand};--brand-hover:${brandHover};--brand-soft:${brandSoft};--brand-soft-hover:${brandSoftHover};--on-brand:${onBrand};--field-focus:${brand}}`;

/** Paints the page with the colours of the place; with null, with Palabre's own. */
export function paintPlace(palette: Palette | null): void {
  const id = 'place-style';
  document.getElementById(id)?.remove();
  if (!palette) return;
  const style = document.createElement('style');
  style.id = id;
  style.textContent = rule('light', palette.light) + rule('dark', palette.dark);
  document.head.append(style);
}
