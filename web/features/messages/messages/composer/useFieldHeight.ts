import { type RefObject, useLayoutEffect } from 'react';

const fitsByItself = typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content');

/** Makes a field as high as its text, between the limits of the stylesheet, in browsers that do not do it themselves. */
export function useFieldHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const { current } = field;
    const box = current?.parentElement;
    if (!current || !box || fitsByItself) return;
    // While its own height is tried, nothing around it may move: the list above would lose its end.
    box.style.height = `${box.offsetHeight}px`;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight}px`;
    box.style.height = '';
  }, [field, text]);
}
