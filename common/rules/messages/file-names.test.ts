import { describe, expect, it } from 'vitest';
import { cleanFileName } from './file-names.ts';

describe('cleanFileName', () => {
  it.each([
    ['plan du rez-de-chaussée.pdf', 'plan du rez-de-chaussée.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\camille\\devis.ods', 'devis.ods'],
    ['facture\u202efdp.exe', 'facturefdp.exe'],
    ['deux\nlignes\u0000.txt', 'deuxlignes.txt'],
    ['<img src=x onerror=alert(1)>.png', 'img src=x onerror=alert(1).png'],
    ['.htaccess', 'htaccess'],
    ['\ud800.png', 'png'],
    ['  plan.pdf  ', 'plan.pdf'],
    ['plan\u200f\u2066fdp.exe', 'planfdp.exe'],
    ['quoi ? "tout" | rien*.txt', 'quoi  tout  rien.txt'],
    ['...', 'fichier'],
    ['', 'fichier'],
    ['///', 'fichier'],
    ['مخطط.pdf', 'مخطط.pdf'],
  ])('cleanFileName of « %s » is « %s »', (name, kept) => {
    expect(cleanFileName(name)).toBe(kept);
  });

  it('cleanFileName keeps the extension of a name that is too long, and cuts no character in two', () => {
    expect(cleanFileName(`${'a'.repeat(400)}.pdf`)).toBe(`${'a'.repeat(146)}.pdf`);
    expect(cleanFileName(`${'🌳'.repeat(200)}.pdf`)).toBe(`${'🌳'.repeat(73)}.pdf`);
    expect(cleanFileName(`a${'🌳'.repeat(200)}.pdf`)).toBe(`a${'🌳'.repeat(72)}.pdf`);
    expect(cleanFileName('a'.repeat(400))).toHaveLength(150);
    // An ending that is too long, or that contains a space, is no extension.
    for (const end of ['.extension-sans-fin', '.deux mots'])
      expect(cleanFileName(`${'a'.repeat(400)}${end}`)).toBe('a'.repeat(150));
  });
});
