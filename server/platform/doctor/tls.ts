import type { Env } from '../../env.ts';
import { type Finding, good } from './finding.ts';

/** Reports whether TLS is required, and which connections go without it. */
export function tls({ tls: { isRequired, without } }: Pick<Env, 'tls'>): Finding {
  if (isRequired) return good('exigé, avec des certificats vérifiés (REQUIRE_TLS=on)');
  return good(
    without.length > 0
      ? `non exigé, et absent ou sans certificat vérifié : ${without.join(', ')}`
      : 'partout, sans que REQUIRE_TLS=on l’exige',
  );
}
