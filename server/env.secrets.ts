import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPrintable, type Variable, type Variables, wrong } from './env.variables.ts';
import { StartError } from './platform/processes/start-error.ts';

/**
 * Reads the secret of the server, created in the data folder when none is given, and its predecessor, if that is given
 * or stored in the data folder as `jwt-secret.previous`.
 */
export function readSecrets(
  given: Pick<Variables, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS'>,
  dataDir: string,
): { jwtSecret: Uint8Array; jwtSecretPrevious: Uint8Array | undefined } {
  const path = join(dataDir, 'jwt-secret');
  const pathOfPrevious = `${path}.previous`;
  const today = given.JWT_SECRET ?? keptSecret(path);
  const previous = given.JWT_SECRET_PREVIOUS ?? secretIn(pathOfPrevious, 'JWT_SECRET_PREVIOUS');
  if (previous === today) {
    throw given.JWT_SECRET_PREVIOUS === undefined
      ? new StartError(`Le secret ${pathOfPrevious} est celui qui sert aujourd’hui : supprimez-le.`)
      : wrong('JWT_SECRET_PREVIOUS', 'c’est le secret qui sert aujourd’hui, donnez celui d’avant ou aucun');
  }
  const bytes = (secret: string) => new TextEncoder().encode(secret);
  return { jwtSecret: bytes(today), jwtSecretPrevious: previous === undefined ? undefined : bytes(previous) };
}

/** Reads a secret from the data folder, or from the variable that replaces it; undefined when there is none. */
function secretIn(path: string, variable: Variable): string | undefined {
  let kept: string;
  try {
    kept = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StartError(`Le secret ${path} est illisible : rendez-le lisible, ou donnez ${variable}.`);
  }
  if (kept.length < 32 || !isPrintable(kept))
    throw new StartError(`Le secret ${path} est abîmé : supprimez-le, ou donnez ${variable}.`);
  return kept;
}

/** Reads a secret of the data folder, or creates it; concurrent processes agree on the same secret. */
function keptSecret(path: string): string {
  const read = () => secretIn(path, 'JWT_SECRET');
  const kept = read();
  if (kept !== undefined) return kept;
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
  try {
    linkSync(mine, path);
  } catch {
    // Another process has just created it.
  }
  rmSync(mine);
  return read() ?? keptSecret(path);
}
