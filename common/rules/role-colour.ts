/** A role's colour when none was chosen: a name written in it keeps the colour of its place. */
export const defaultColor = '#000000';
