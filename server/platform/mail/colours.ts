/**
 * Copies the design tokens of web/styles/tokens.css for mails: mail programs have no CSS variables, and a theme of
 * their own.
 */
export const colours = {
  light: {
    panel: '#f4efe5',
    raised: '#ffffff',
    bar: '#17392f',
    'bar-title': '#fbf6ea',
    ink: '#26241f',
    'ink-soft': '#5d594f',
    'ink-faint': '#6b665b',
    line: '#e5ddcd',
    brand: '#1d6a51',
    'brand-soft': '#dfeee6',
  },
  dark: {
    panel: '#121614',
    raised: '#1f2522',
    bar: '#0b1512',
    'bar-title': '#f3eee1',
    ink: '#ece8df',
    'ink-soft': '#b3aea2',
    'ink-faint': '#98938a',
    line: '#2a302c',
    brand: '#58bd98',
    'brand-soft': '#1c352c',
  },
} as const;

/** Name of a colour of mails. */
export type Colour = keyof (typeof colours)['light'];
