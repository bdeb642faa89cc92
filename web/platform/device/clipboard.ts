/** Copies by `execCommand`, since `navigator.clipboard` does not exist on plain http. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  const focused = document.activeElement;
  // An open dialog traps focus, so the textarea must be inside the dialog.
  (focused?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

/** Copies a text to the clipboard; throws if the browser refuses. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  if (!copySelected(text)) throw new Error('The browser refused to copy');
}
