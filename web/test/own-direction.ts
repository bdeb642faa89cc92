import { screen } from '@testing-library/react';

/** Lists those of the texts that stand on the page without a direction of their own: each is a name or a text of somebody. */
export const withoutDirection = (...texts: string[]): string[] =>
  texts.filter(text => screen.getAllByText(text).every(element => element.closest('[dir="auto"]') === null));
