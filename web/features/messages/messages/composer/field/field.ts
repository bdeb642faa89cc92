/** Replacement of a part of a text, and the selection afterwards. */
export interface Replacement {
  from: number;
  to: number;
  text: string;
  select: [start: number, end: number];
}

/** Replaces a part of a field's text as if typed: the browser's own undo reverts it in one step. */
export function replaceIn(field: HTMLTextAreaElement, { from, to, text, select }: Replacement): void {
  field.focus();
  if (from !== to || text !== '') {
    field.setSelectionRange(from, to);
    // execCommand is deprecated, but is the only way to write that browsers can undo.
    const typed = text === '' ? document.execCommand?.('delete') : document.execCommand?.('insertText', false, text);
    if (!typed) {
      field.setRangeText(text, from, to, 'end');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }
  field.setSelectionRange(...select);
}
