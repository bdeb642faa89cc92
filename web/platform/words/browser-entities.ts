const decoder = typeof document === 'undefined' ? null : document.createElement('textarea');

/**
 * Decodes a character reference (« &eacute; », « &#233; »); an unknown reference stays as it is. Replaces the package
 * `entities` in the bundle: markdown-it uses only this function of it, and its table would be a tenth of the code that a
 * channel's first messages wait for. A textarea is safe here, since it holds text only.
 */
export function decodeHTMLStrict(reference: string): string {
  if (!decoder) throw new Error('Only a browser decodes character references');
  decoder.innerHTML = reference;
  const meaning = decoder.value;
  // The browser also decodes the start of an unknown reference: « ¬hing; ».
  return meaning.length > 1 && meaning.endsWith(';') ? reference : meaning;
}
