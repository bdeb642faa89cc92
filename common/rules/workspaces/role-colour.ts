/** Colour of a role without a chosen one; names are then shown in the text's colour. */
export const defaultColor = '#000000';
