import { expect, test } from 'vitest';
import { auditActions } from './audit-texts.ts';

/** Part of an action's name, and the words by which each language says it. */
const said: [name: RegExp, fr: RegExp, en: RegExp][] = [
  [/^workspace_/, /^Workspace /, /^Workspace /],
  [/^member_/, /^Membre |^Bannissement /, /^Member /],
  [/^channel_/, /^Salon /, /^Channel /],
  [/^role_/, /^Rôle /, /^Role /],
  [/invite(_|d$)/, /^Invitation /, /nvitation /],
  [/^guest_/, /invité/, /guest/i],
  [/^emoji_/, /^Emoji /, /^Emoji /],
  [/^message_/, /^Message /, /message/],
  [/^society_(up|del)/, /^Société /, /^Society /],
  [/^society_(acc|decl)/, /^Demande (?!de compte)/, /^Request (?!for an account)/],
  [/^society_(owner|member)/, / de société /, /^Society /],
  [/^user_(banned|suspended|restored|deleted)/, /^Compte /, /^Account /],
  [/^report_/, /signalement/i, /report/i],
  [/^disconnection_/, /^Déconnexion /, /^Disconnection /],
  [/^registration_(app|ref)/, /^Demande de compte /, /^Request for an account /],
  [/^administrator_/, /^Administra/, /^Administrator /],
  [/^announcement_/, /^Annonce /, /^Announcement /],
  [/^address_/, /adresse/i, /address/i],
  [/_created$/, / créé$/, / created$/],
  [/_updated$/, / (modifiée?s?|réglées)$/, / (changed|set)$/],
  [/_deleted$/, / supprimée?$/, / deleted$/],
  [/_passed_on$/, / transmis/, / passed on/],
  [/(?<!un)banned$/, / banni$/, / banned$/],
  [/unbanned$/, /levé$|retirée des bannis$/, /ban lifted$|no longer banned$/],
  [/_(accepted|approved)$/, / acceptée$/, / (accepted|approved)$/],
  [/_(declined|refused)$/, / refusée$/, / (declined|refused)$/],
  [/_withdrawn$/, / retirée$/, / withdrawn$/],
  [/(email|guest)_invited$/, / envoyée$/, / sent$/],
  [/_(kicked|member_removed)$/, / (exclu|retiré)$/, / removed$/],
  [/^(guest|announcement|setup)_ended$/, / terminée?s?$/, / ended$/],
  [/_suspended$/, / suspendu$/, / suspended$/],
  [/_restored$/, / rétabli$/, / restored$/],
  [/_handled$/, / traité$/, / handled$/],
  [/_reopened$/, / rouvert$/, / reopened$/],
  [/_assigned$/, / confié$/, / assigned$/],
  [/_noted$/, /^Note /, /^Note /],
  [/_answered$/, /^Réponse /, / answered$/],
  [/whitelist$/, /^Liste blanche /, /^Whitelist /],
  [/^groups_/, /^Groupes /, /^Groups /],
  [/^mentions_/, /^Mentions /, /^Mentions /],
  [/^user_sessions_/, /^Sessions fermées$/, /^Sessions ended$/],
  [/^recovery_/, /secours/, /[Rr]ecovery/],
  [/^settings_/, /^Réglages /, /^Settings /],
  [/^setup_/, /^Premiers réglages /, /^First settings /],
  [/^mail_/, /^E-mail d’essai /, /^Test mail /],
  [/^backup_/, /^Sauvegarde /, /^Backup /],
];

test.each(Object.entries(auditActions))('The journal calls %s what it is', (action, { fr, en }) => {
  const parts = said.filter(([name]) => name.test(action));
  expect(parts.length, 'a line of this table about the action').toBeGreaterThan(0);
  for (const [, french, english] of parts) {
    expect(fr).toMatch(french);
    expect(en).toMatch(english);
  }
});
