import { type RefObject, useLayoutEffect } from 'react';

const fitsByItself = typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content');

/** Makes a field as high as its text, between the limits of the stylesheet, in browsers that do not do it themselves. */
export function useFieldHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const { current } = field;
    if (!current || fitsByItself) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight}px`;
  }, [field, text]);
}
