// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './clipboard.ts';

/** Copies by the way of plain http; gives the copied text, and the parent of the field that held it. */
function overPlainHttp(accepts = true) {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  // Browsers give the focus to the field whose text they select.
  vi.spyOn(HTMLTextAreaElement.prototype, 'select').mockImplementation(function (this: HTMLTextAreaElement) {
    this.focus();
  });
  const copied: { text: string | undefined; within: Element | null | undefined }[] = [];
  document.execCommand = () => {
    const field = document.querySelector('textarea');
    // Only selected text is copied.
    const text = field === document.activeElement ? field?.value : undefined;
    copied.push({ text, within: field?.parentElement });
    return accepts;
  };
  return copied;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  Reflect.deleteProperty(document, 'execCommand');
});

test.each(['dialog', 'alertdialog'])('A text is copied from inside an open %s, which keeps the focus', async role => {
  const copied = overPlainHttp();
  document.body.innerHTML = `<div role="${role}"><button>Copier</button></div>`;
  const button = document.querySelector('button');
  button?.focus();
  await copyText('ABCD2345');
  expect(copied).toEqual([{ text: 'ABCD2345', within: document.querySelector(`[role=${role}]`) }]);
  expect(document.activeElement).toBe(button);
  expect(document.querySelector('textarea')).toBeNull();
});

test('A text is copied from the page where no dialog is open; a browser that refuses is told of', async () => {
  const copied = overPlainHttp(false);
  await expect(copyText('ABCD2345')).rejects.toThrow('refused');
  expect(copied).toEqual([{ text: 'ABCD2345', within: document.body }]);
  expect(document.querySelector('textarea')).toBeNull();
});

test('A text is copied by the browser’s own clipboard where there is one, and its refusal is told', async () => {
  const copied = overPlainHttp();
  const writeText = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new DOMException('Denied'));
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  await copyText('ABCD2345');
  await expect(copyText('ABCD2345')).rejects.toThrow('Denied');
  expect([writeText.mock.calls, copied]).toEqual([[['ABCD2345'], ['ABCD2345']], []]);
});
