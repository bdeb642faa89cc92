import { limits } from '@palabre/common/contract/fields.ts';
import type pg from 'pg';
import type { Env } from '../../env.ts';
import { marksOf } from '../sessions/lasting-keys.ts';
import { countOlderUses, type OlderUses, readSecretInUse } from '../sessions/secret-in-use.store.ts';
import { Secrets } from '../sessions/secrets.ts';
import { type Finding, good, look } from './finding.ts';

const hourMs = 3_600_000;
const day = new Intl.DateTimeFormat('fr', { dateStyle: 'long' });
const counted = (count: number, one: string, several: string) => `${count} ${count > 1 ? several : one}`;

/** Names the sessions and mails that still need the previous secret, and until when; empty without any. */
function neededBy({ sessions, until, mails }: OlderUses, since: Date): string {
  const needs = [
    ...(sessions > 0 && until
      ? [`${counted(sessions, 'session', 'sessions')} (jusqu’au ${day.format(until)} au plus tard)`]
      : []),
    ...(mails > 0 ? [`${counted(mails, 'e-mail qui attend', 'e-mails qui attendent')}`] : []),
    // Codes and logins by a provider last an hour at most, and leave no trace to count.
    ...(Date.now() - since.getTime() < hourMs ? ['les codes envoyés dans l’heure'] : []),
  ];
  return needs.join(', ');
}

/**
 * Checks whether the server's secret was replaced, and what still needs the previous one (decision 0081). Once nothing
 * does, `look` tells the operator to remove the previous secret.
 */
export async function secret({ env, pool }: { env: Env; pool: pg.Pool }): Promise<Finding> {
  const inUse = await readSecretInUse(pool);
  if (!inUse) return good('noté au prochain démarrage');
  const [mark, markOfOlder] = marksOf(new Secrets(env));
  if (!inUse.mark.equals(mark)) {
    if (markOfOlder && inUse.mark.equals(markOfOlder))
      return good('remplacé au prochain démarrage, qui lira encore l’ancien');
    return look(
      'un autre que celui du dernier démarrage : le prochain mettra fin aux sessions et perdra les e-mails qui attendent',
      'donnez celui d’avant dans JWT_SECRET_PREVIOUS, sauf s’il a été vu (docs/operations.md, « Another secret »)',
    );
  }
  const { since, markBefore } = inUse;
  if (!since) return markOfOlder ? unknownOlder : good('le même depuis le premier démarrage');
  const needs = neededBy(await countOlderUses(pool, since, limits.sessionDays), since);
  const says = `remplacé le ${day.format(since)}`;
  if (!markOfOlder) {
    if (!needs) return good(says);
    const lost = `${says}, et l’ancien n’est plus lu : ${needs}`;
    return look(
      lost,
      'donnez-le dans JWT_SECRET_PREVIOUS, sauf s’il a été vu (docs/operations.md, « Another secret »)',
    );
  }
  if (!markBefore?.equals(markOfOlder)) return unknownOlder;
  return needs
    ? good(`${says}, l’ancien est encore lu : ${needs}`)
    : look(
        `${says}, plus rien ne demande l’ancien`,
        'retirez JWT_SECRET_PREVIOUS, ou supprimez jwt-secret.previous de DATA_DIR, et redémarrez',
      );
}

const unknownOlder = look(
  'JWT_SECRET_PREVIOUS n’est pas le secret d’avant : rien n’est lu par lui',
  'donnez celui qui servait jusqu’au remplacement, ou aucun',
);
