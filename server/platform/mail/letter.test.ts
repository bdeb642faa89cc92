import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { webFolder } from '../paths.ts';
import { colours } from './colours.ts';
import { type Letter, writeLetter } from './letter.ts';
import { logo } from './logo.ts';

const publicUrl = 'https://palabre.exemple.fr';
const letter: Letter = {
  language: 'fr',
  ...{ subject: 'Trois messages', title: 'On vous a écrit', paragraphs: ['Bonjour Zoé,', 'Voici la suite.'] },
  code: { digits: '482913', note: 'Valable 10 minutes.' },
  action: { label: 'Ouvrir Palabre', path: '/login' },
  extracts: [
    { who: 'Karim Diallo', where: 'chantier', text: 'Le béton\narrive', link: { label: 'Lire', path: '/c/1' } },
    { who: 'Yann Le Gall', where: 'direction', text: 'Entendu', link: { label: 'Lire', path: '/c/2' } },
  ],
  facts: [
    ['Appareil', 'Firefox · Linux'],
    ['Adresse', '198.51.100.7'],
  ],
  closing: ['Ce n’est pas vous ?', 'Changez de mot de passe.'],
  off: { label: 'Ne plus recevoir ces e-mails', path: '/off/1' },
};

it('a mail says as text all that it is made of, in its order', () => {
  expect(writeLetter(letter, { publicUrl, supportEmail: 'aide@exemple.fr' }).text).toBe(`On vous a écrit

Bonjour Zoé,

Voici la suite.

    482913

Valable 10 minutes.

Karim Diallo
chantier

    Le béton
arrive

${publicUrl}/c/1

Yann Le Gall
direction

    Entendu

${publicUrl}/c/2

Ouvrir Palabre
${publicUrl}/login

Appareil\u00a0: Firefox · Linux
Adresse\u00a0: 198.51.100.7

Ce n’est pas vous ?
Changez de mot de passe.

Ne plus recevoir ces e-mails
${publicUrl}/off/1

-- 
Envoyé par Palabre, ${publicUrl}
Personne ne lit les réponses à ce message.
Une question\u202f? Écrivez à aide@exemple.fr
`);
});

it('a mail says as HTML what it says as text, in its order, with its links', () => {
  const { html, subject } = writeLetter(letter, { publicUrl, supportEmail: 'aide@exemple.fr' });
  expect(subject).toBe('Trois messages');
  expect(html).toMatch(/<title>Trois messages<\/title>/);
  const body = html.slice(html.indexOf('<body'));
  const words = body
    .replace(/<br>/g, '\n')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);
  expect(words).toEqual([
    ...['Palabre', 'On vous a écrit', 'Bonjour Zoé,', 'Voici la suite.', '482913', 'Valable 10 minutes.'],
    ...['Karim Diallo', 'chantier', 'Le béton', 'arrive', 'Lire', 'Yann Le Gall', 'direction', 'Entendu', 'Lire'],
    ...['Ouvrir Palabre', 'Appareil', 'Firefox · Linux', 'Adresse', '198.51.100.7'],
    ...['Ce n’est pas vous ?', 'Changez de mot de passe.', 'Ne plus recevoir ces e-mails'],
    ...['Envoyé par Palabre,', 'palabre.exemple.fr', '.', 'Personne ne lit les réponses à ce message.'],
    ...['Une question\u202f? Écrivez à', 'aide@exemple.fr'],
  ]);
  // Reading a mail fetches nothing: its one picture is attached.
  expect(html.match(/ src="[^"]*"|url\([^)]*\)/g)).toEqual([` src="cid:${logo.cid}"`]);
  const links = [...body.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual([
    ...['/c/1', '/c/2', '/login', '/off/1'].map(path => publicUrl + path),
    ...[publicUrl, 'mailto:aide@exemple.fr'],
  ]);
});

it('a mail of few words has no empty block, and is in the name of the place and in the language of its reader', () => {
  const short = { ...letter, paragraphs: ['Hello,'], facts: [], closing: [], language: 'en' as const };
  for (const part of ['code', 'action', 'extracts', 'off'] as const) delete short[part];
  const { text, html } = writeLetter(short, { publicUrl, supportEmail: undefined, name: 'Les Tilleuls' });
  expect(text).toBe(`On vous a écrit

Hello,

-- 
Sent by Les Tilleuls, ${publicUrl}
Nobody reads the answers to this message.
`);
  expect(html).toContain('<html lang="en">');
  expect(html).toMatch(/>Les Tilleuls</);
  expect(html).not.toMatch(/<(div|p|table)[^>]*><\/\1>/);
});

it('a mail names the support address if there is one', () => {
  const written = (supportEmail?: string) => writeLetter(letter, { publicUrl, supportEmail });
  const named = written('aide@exemple.fr');
  expect(named.text).toContain('Une question\u202f? Écrivez à aide@exemple.fr');
  expect(named.html).toContain('href="mailto:aide@exemple.fr"');
  for (const text of [written().text, written().html]) expect(text).not.toMatch(/Une question|mailto/);
});

it('every part of a mail is escaped in HTML', () => {
  const trick = (where: string) => `<b id='${where}' title="x">&`;
  const link = (where: string) => ({ label: trick(where), path: `/${trick(where)}` });
  const { html } = writeLetter(
    {
      language: 'fr',
      ...{ subject: trick('subject'), title: trick('title'), paragraphs: [trick('paragraph')] },
      code: { digits: '482913', note: trick('note') },
      action: link('action'),
      extracts: [{ who: trick('who'), where: trick('where'), text: trick('text'), link: link('way') }],
      facts: [[trick('label'), trick('value')]],
      closing: [trick('closing')],
      off: link('off'),
    },
    { publicUrl, supportEmail: '<b>@exemple.fr', name: '<b>Palabre</b>' },
  );
  expect(html).not.toMatch(/<b\b/);
  // No character of the address ends the link early.
  expect(html).toContain(`href="${publicUrl}/&#60;b id=&#39;action&#39; title=&#34;x&#34;&#62;&#38;"`);
  // The reader sees each part as it was written.
  const written = html.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
  const places = ['subject', 'title', 'paragraph', 'note', 'action', 'who', 'where', 'text', 'way', 'label', 'value'];
  for (const where of [...places, 'closing', 'off']) expect(written).toContain(trick(where));
});

it('colours of mails equal the tokens of the page', () => {
  const [light = '', dark = ''] = readFileSync(join(webFolder, 'styles/tokens.css'), 'utf8').split(
    '[data-theme="dark"]',
  );
  for (const [theme, css] of [
    [colours.light, light],
    [colours.dark, dark],
  ] as const) {
    for (const [name, colour] of Object.entries(theme)) expect(css).toContain(`--${name}: ${colour};`);
  }
});

it('a mail has the colours of the dark theme for mail programs that have one', () => {
  const { html } = writeLetter(letter, { publicUrl, supportEmail: undefined });
  const [, rules = ''] = /@media \(prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(html) ?? [];
  const used = new Set([...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')));
  expect(used.size).toBeGreaterThan(5);
  for (const name of used) {
    const colour = colours.dark[name.replace(/^(ink|on|line)-/, '') as keyof typeof colours.dark];
    expect(rules).toMatch(new RegExp(`\\.${name}\\{[a-z-]+:${colour}!important\\}`));
  }
});
