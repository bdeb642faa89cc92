import { screen } from '@testing-library/react';

/** Lists the texts shown without a direction of their own: each is somebody's name or text. */
export const withoutDirection = (...texts: string[]): string[] =>
  texts.filter(text => screen.getAllByText(text).every(element => element.closest('[dir="auto"]') === null));
