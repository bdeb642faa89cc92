import { describe, expect, it } from 'vitest';
import { addressLetter } from '../../features/people/addresses/addresses.mails.ts';
import { admissionLetter } from '../../features/people/admissions/admissions.mails.ts';
import { subjects, type Told, toldLetter } from '../../features/people/otp/open/told.mails.ts';
import { codeLetter } from '../../features/people/otp/otp.mails.ts';
import { administratorLetter } from '../../features/running/administration/administrators.mails.ts';
import type { Language } from '../../platform/http/errors.ts';
import type { Letter } from '../../platform/mail/letter.ts';

/** Walks the letters of all mails: the text of each, in each language, its recipient and its parts. */

const at = new Date('2026-11-21T09:30:00.000Z');
const from = { device: 'Firefox', address: '203.0.113.9' };
const whom = { email: 'camille@exemple.fr', firstName: 'Camille', zone: 'Europe/Paris' };
const about = { ...whom, from, at };
const by = 'Agathe Roy';

const letters: Record<string, (language: Language) => Letter> = {
  ...Object.fromEntries(
    (Object.keys(subjects) as Told[]).map(what => [what, (language: Language) => toldLetter(language, what, about)]),
  ),
  ...Object.fromEntries(
    (['login', 'verify', 'prove', 'password', 'link', 'reset'] as const).map(purpose => [
      `a code: ${purpose}`,
      (language: Language) => codeLetter(language, purpose, { ...about, code: '123456' }),
    ]),
  ),
  ...Object.fromEntries(
    (['asked', 'changed', 'code', 'taken'] as const).map(what => [
      `an address: ${what}`,
      (language: Language) =>
        addressLetter(what, {
          ...{ ...about, language, by: null },
          ...(what === 'code' && { code: '123456' }),
          ...((what === 'asked' || what === 'changed') && { newEmail: 'neuve@exemple.fr' }),
        }),
    ]),
  ),
  ...Object.fromEntries(
    (['link', 'approved', 'refused', 'known'] as const).map(kind => [
      `an account asked for: ${kind}`,
      (language: Language) =>
        admissionLetter(language, kind, { ...whom, ...(kind !== 'refused' && { path: '/register' }) }),
    ]),
  ),
  ...Object.fromEntries(
    (['made', 'ended', 'recoveryMailed', 'recoveryGiven', 'sessions'] as const).map(what => [
      `an administrator: ${what}`,
      (language: Language) => administratorLetter(what, { ...whom, language, by }, at, { path: '/x', twoStep: true }),
    ]),
  ),
};

/** Subjects agreed on, in French and in English: each says what has happened, and to what. */
const agreed: Record<keyof typeof letters, [fr: string, en: string]> = {
  passwordReset: ['Votre mot de passe a été changé', 'Your password has been changed'],
  passwordRecovered: [
    'Votre mot de passe a été changé par un lien de secours',
    'Your password has been changed by a recovery link',
  ],
  passwordChanged: [
    'Votre mot de passe a été changé depuis votre session',
    'Your password has been changed from your session',
  ],
  passwordSet: ['Votre compte a maintenant un mot de passe', 'Your account now has a password'],
  accountLinked: ['Un autre compte a été lié au vôtre', 'Another account has been linked to yours'],
  deviceNew: ['Connexion à votre compte sur un nouvel appareil', 'Your account was opened on a new device'],
  twoStepOff: ['La double authentification est désactivée', 'Two-step sign-in is off'],
  mailsChanged: ['Vos réglages d’e-mails ont changé', 'Your e-mail settings have changed'],
  addressProven: ['Votre adresse est confirmée', 'Your address is confirmed'],
  codeDay: ['Beaucoup de codes demandés pour votre compte', 'Many codes asked for your account'],
  codeTries: ['Beaucoup de codes faux pour votre compte', 'Many wrong codes for your account'],
  'a code: login': ['Votre code de connexion', 'Your sign-in code'],
  'a code: verify': ['Votre code pour activer la double authentification', 'Your code to turn on two-step sign-in'],
  'a code: prove': ['Votre code pour confirmer votre adresse', 'Your code to confirm your address'],
  'a code: password': ['Votre code pour définir un mot de passe', 'Your code to set a password'],
  'a code: link': ['Votre code pour lier vos comptes', 'Your code to link your accounts'],
  'a code: reset': ['Votre code pour changer de mot de passe', 'Your code to change your password'],
  'an address: asked': [
    'Un changement d’adresse est demandé pour votre compte',
    'A change of address is asked for your account',
  ],
  'an address: changed': ['L’adresse de votre compte a changé', 'The address of your account has changed'],
  'an address: code': ['Votre code pour changer d’adresse', 'Your code to change your address'],
  'an address: taken': ['Cette adresse a déjà un compte Palabre', 'This address already has a Palabre account'],
  'an account asked for: link': ['Créez votre compte Palabre', 'Create your Palabre account'],
  'an account asked for: approved': ['Votre demande de compte est acceptée', 'Your request for an account is approved'],
  'an account asked for: refused': [
    'Votre demande de compte n’est pas acceptée',
    'Your request for an account is not approved',
  ],
  'an account asked for: known': ['Vous avez déjà un compte Palabre', 'You already have a Palabre account'],
  'an administrator: made': ['Vous administrez maintenant Palabre', 'You now run this Palabre'],
  'an administrator: ended': ['Vous n’administrez plus Palabre', 'You no longer run this Palabre'],
  'an administrator: recoveryMailed': ['Un lien pour retrouver votre compte', 'A link to get back into your account'],
  'an administrator: recoveryGiven': [
    'Un lien de secours a été fait pour votre compte',
    'A recovery link has been made for your account',
  ],
  'an administrator: sessions': ['Vos sessions ont été fermées', 'Your sessions have been ended'],
};

/** Lists all that a letter says in its own words, part by part. */
const wordsOf = ({ subject, title, paragraphs, code, action, facts, closing }: Letter): string[] => [
  ...[subject, title, ...paragraphs, ...closing],
  ...[code?.note, action?.label, ...facts.map(([label]) => label)].filter(said => said !== undefined),
];
const speaks: Record<Language, RegExp> = {
  fr: /\b(ce|ne|vous|votre|vos|cette|est|le|la|les|un|une|des|du|pour|je)\b/i,
  en: /\b(to|has|the|your|you|is|this|an|and|of|was|for)\b/i,
};
const isSentence = (said: string) => said.split(' ').length > 4;

describe.each(Object.entries(letters))('the mail of %s', (what, letterIn) => {
  it.each(['fr', 'en'] as const)('greets its person and speaks one language, with the marks of it (%s)', language => {
    const letter = letterIn(language);
    const said = wordsOf(letter);
    expect([letter.language, letter.title, letter.paragraphs[0]]).toEqual([
      ...[language, letter.subject, `${language === 'fr' ? 'Bonjour' : 'Hello'} Camille,`],
    ]);
    expect(said.filter(text => text.trim() === '')).toEqual([]);
    expect(letter.paragraphs.length, 'its greeting, and what is the matter').toBeGreaterThan(1);
    expect(letter.closing, 'what to do').not.toEqual([]);
    const sentences = said.filter(isSentence);
    const other = language === 'fr' ? 'en' : 'fr';
    expect(sentences.filter(text => !speaks[language].test(text))).toEqual([]);
    expect(wordsOf(letterIn(other)).filter(text => said.includes(text))).toEqual([]);
    const wrongMarks = language === 'fr' ? /'|(?<![\u202f\u00a0])[?!;:»](?!\/)|«(?!\u202f)/ : /'|\s[?!;:]|[«»]/;
    expect(said.filter(text => wrongMarks.test(text))).toEqual([]);
    expect([...letter.paragraphs.slice(1), ...letter.closing].filter(text => !/[.?!]$/.test(text))).toEqual([]);
  });

  it('says in its subject what it is about, and the same numbers in both languages', () => {
    const [french, english] = [letterIn('fr'), letterIn('en')];
    expect([french.subject, english.subject]).toEqual(agreed[what]);
    const numbersIn = (letter: Letter) => wordsOf(letter).flatMap(text => text.match(/\d+/g) ?? []);
    expect(numbersIn(english)).toEqual(numbersIn(french));
  });

  it('tells which account it is about, and when by the clock of its person', () => {
    const told = letterIn('fr').facts.map(([, value]) => value);
    expect(told).toContain(whom.email);
    const isTimed = !what.startsWith('an account asked for');
    expect(told.filter(value => value.includes('21 novembre 2026') && value.includes('10:30'))).toHaveLength(
      isTimed ? 1 : 0,
    );
  });
});
