import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '@palabre/common/contract/errors.ts';
import { issues } from '@palabre/common/contract/issues.ts';
import { sentences } from '@palabre/common/contract/sentences.ts';
import { rolePermissions } from '@palabre/common/permissions/role-permissions.ts';
import * as auditWords from '@palabre/common/rules/running/audit-texts.ts';
import { expect, it } from 'vitest';

const here = import.meta.dirname;

/** Returns every text of a module's export; of texts in both languages, the French text. */
function texts(of: unknown): string[] {
  if (typeof of === 'string') return [of];
  if (typeof of !== 'object' || of === null) return [];
  return Object.entries(of).flatMap(([key, value]) => (key === 'en' ? [] : texts(value)));
}

/** Texts that are fixed to the letter, since others compare them: neither their apostrophes nor their words are ours to choose. */
const fixed = new Set([
  "Merci de compléter tous les champs pour accéder à l'onboarding.",
  "Erreur lors de la création de l'utilisateur",
  "Impossible d'authentifier l'utilisateur",
  "Paramètres d'Invitation",
  "Échec de l'expulsion de l'utilisateur du workspace",
  "Échec du bannissement de l'utilisateur du workspace",
  "Échec de la levée du bannissement de l'utilisateur du workspace",
  "Vous n'avez pas de conversation !!",
  "Impossible de modifier le titre d'une conversation à deux.",
  "Entrer un code d'invitation",
  "Veuillez entrer un code d'invitation !",
  "Une erreur est survenue lors de l'envoi de la demande.",
  "Impossible de rejoindre le workspace. Vérifiez le code d'invitation.",
  "Usurpation d'identité",
  "usurpation d'identité",
  'Canaux',
  'Gestion des Canaux',
  'Le nom du canal est requis',
  'Canal créé avec succès !',
  'Impossible de créer le canal.',
  'Canal modifié avec succès !',
  'Impossible de modifier le canal.',
  'Le canal a été supprimé.',
  'Impossible de supprimer le canal.',
  'Le channel a été supprimée.',
  'Kick',
  'Kick {{name}}',
  'Sauvegarde...',
  'Erreur lors de la sauvegarde',
  'Impossible de sauvegarder les paramètres.',
]);

const said = (
  await Promise.all(
    readdirSync(join(here, 'fr')).map(async name => texts(await import(/* @vite-ignore */ join(here, 'fr', name)))),
  )
)
  .flat()
  .concat(texts(errors), texts(sentences), texts(issues), texts(rolePermissions), texts(auditWords))
  .filter(text => !fixed.has(text));

/** Returns the French that the server writes by itself: notifications, mails, exports. */
function written(): string[] {
  const root = join(here, '..', '..', 'server');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(path =>
    /^features[\\/](?!.*\.(test|store)\.ts$).*\.ts$/.test(path),
  );
  expect(sources.length).toBeGreaterThan(50);
  return sources.flatMap(path => {
    const code = readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    const literals = [...code.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)].map(([text]) => text.slice(1, -1));
    return literals.filter(text => !fixed.has(text));
  });
}

it('every apostrophe of a text is a typographic one', () => {
  expect(said.length).toBeGreaterThan(1_000);
  const straight = (text: string) => /\p{L}'\p{L}/u.test(text);
  expect(said.filter(straight)).toEqual([]);
  // Code stands in templates too; an apostrophe between two letters, with a space somewhere, is a sentence's.
  expect(written().filter(text => straight(text) && /[éèêàçù]/.test(text))).toEqual([]);
});

/** Each thing's name, and the names that it must not have beside that name. */
const words = [
  ['salon', /\b(canal|canaux|channels?)\b/i],
  ['exclure', /\b(expuls|éjecter|virer\b|kick)/i],
  // A backup is another thing: « une sauvegarde ».
  ['enregistrer', /sauvegard(?!es?\b)/i],
  ['bannir', /\b(blacklist|bloquer (cette|la) personne)/i],
  ['e-mail', /\b(courriel|mél|emails)\b/i],
  ['rechercher', /^chercher\b/i],
] as const;

it.each(words)('a thing is called by one word: « %s »', (_word, others) => {
  expect(said.filter(text => others.test(text.replace(/\{\{[^}]*\}\}/g, '')))).toEqual([]);
});

it('« de » before a name that is filled in is written by what elides it', () => {
  const names = /\b(de|que) \{\{(name|title|first|second|owner|email)\}\}/i;
  expect(said.filter(text => names.test(text))).toEqual([]);
});

it('each text that is fixed is still said somewhere', async () => {
  const all = new Set(
    (
      await Promise.all(
        readdirSync(join(here, 'fr')).map(async name => texts(await import(/* @vite-ignore */ join(here, 'fr', name)))),
      )
    )
      .flat()
      .concat(texts(errors), texts(sentences)),
  );
  // The reason that a report is filed under is its name on the wire.
  expect([...fixed].filter(text => !all.has(text))).toEqual(["usurpation d'identité"]);
});
