const decoder = typeof document === 'undefined' ? null : document.createElement('textarea');

/**
 * Stands for the package `entities` in the browser's bundle, of which markdown-it asks one thing: what a character
 * reference means (« &eacute; », « &#233; »). The browser knows all of them; the package's table would be a tenth of
 * what a channel's first messages wait for. A reference that means nothing stays as it is. A textarea holds text only.
 */
export function decodeHTMLStrict(reference: string): string {
  if (!decoder) throw new Error('Only a browser decodes character references');
  decoder.innerHTML = reference;
  const meaning = decoder.value;
  // The browser also reads the beginning of what it does not know: « ¬hing; ».
  return meaning.length > 1 && meaning.endsWith(';') ? reference : meaning;
}
