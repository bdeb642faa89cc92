import { defaultColor } from '@palabre/common/rules/workspaces/role-colour.ts';

/** Colours that a role may take, by their name on screen. */
export const swatches = {
  black: defaultColor,
  slate: '#475569',
  grey: '#7c7a72',
  brown: '#7a4a2a',
  red: '#b3261e',
  brick: '#c2553a',
  orange: '#d9730d',
  saffron: '#c98a0a',
  olive: '#76792b',
  lime: '#5c9a1f',
  green: '#2b8a3e',
  fir: '#1d6a51',
  teal: '#0f7f8a',
  sky: '#2589c9',
  blue: '#2a5fb0',
  indigo: '#4b4fc4',
  purple: '#7a4e9c',
  pink: '#b83280',
} as const;

/** Name of a swatch. */
export type Swatch = keyof typeof swatches;

/** Names of the swatches, in their order on screen. */
export const swatchNames = Object.keys(swatches) as Swatch[];
