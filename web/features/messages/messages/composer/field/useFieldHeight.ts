import { type RefObject, useLayoutEffect } from 'react';

const fitsByItself = typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content');

/** Fits a field's height to its text, within the limits of the style sheet, in browsers without `field-sizing`. */
export function useFieldHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const { current } = field;
    const box = current?.parentElement;
    if (!current || !box || fitsByItself) return;
    // Freezes the surroundings while the height is measured: the list above would lose its end.
    box.style.height = `${box.offsetHeight}px`;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight}px`;
    box.style.height = '';
  }, [field, text]);
}
