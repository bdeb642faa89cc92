import { expect, test } from 'vitest';
import { withoutMarks } from './plain-text.ts';

test.each([
  ['la démo est à **14 h** et ~~demain~~', 'la démo est à 14 h et demain'],
  ['# Ordre du jour', 'Ordre du jour'],
  ['*vite*, dit-il, puis `npm start`', 'vite, dit-il, puis npm start'],
  ['```ts\nlet a = 1;\n```', '\nlet a = 1;\n'],
  ['# Un\n```ts\nun\n```\n## Deux\n```sh\ndeux\n```', 'Un\n\nun\n\nDeux\n\ndeux\n'],
  ['<b>gras</b> et <u>souligné</u>', 'gras et souligné'],
  ['<em>un</em> <DEL>deux</DEL> <strong>trois</strong> <i>quatre</i> <s>cinq</s>', 'un deux trois quatre cinq'],
  ['_vite_ (*bien*) « *mieux* »', 'vite (bien) « mieux »'],
  ['####### sept\n#sans espace\n###### six', '####### sept\n#sans espace\nsix'],
  ['``code` là``', 'code là'],
  ['<p>gardé</p> <br>', '<p>gardé</p> <br>'],
  ['2 * 3 * 4 et mon_fichier_final.pdf', '2 * 3 * 4 et mon_fichier_final.pdf'],
])('withoutMarks of %s is %s', (typed, read) => expect(withoutMarks(typed)).toBe(read));
