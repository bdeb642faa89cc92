/** A part of a text to replace, and what is selected afterwards. */
export interface Replacement {
  from: number;
  to: number;
  text: string;
  select: [start: number, end: number];
}

/** Replaces a part of a field's text as if it had been typed: the browser's own undo takes it back in one step. */
export function replaceIn(field: HTMLTextAreaElement, { from, to, text, select }: Replacement): void {
  field.focus();
  if (from !== to || text !== '') {
    field.setSelectionRange(from, to);
    // The only way to write that browsers let one undo; deprecated without a successor.
    const typed = text === '' ? document.execCommand?.('delete') : document.execCommand?.('insertText', false, text);
    if (!typed) {
      field.setRangeText(text, from, to, 'end');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }
  field.setSelectionRange(...select);
}
