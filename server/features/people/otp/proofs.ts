import { createHash, randomBytes } from 'node:crypto';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { findProof, insertProof, takeProof } from './otp.store.ts';

/**
 * What a person has proved, as words that only they know: `pending`, that they gave their password, and `resetToken`, that
 * they read a code sent to them. 256 random bits, hashed in the database, good for 10 minutes, once, and for nothing else:
 * no session is ever found by one.
 */
type Kind = 'pending' | 'reset';

const hashOf = (proof: string): Buffer => createHash('sha256').update(proof).digest();

/** Whether a text could be a proof: nothing is asked about one that could not. */
export const looksLikeProof = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Gives a person a proof. */
export async function giveProof(db: Db, kind: Kind, userId: string): Promise<string> {
  const proof = randomBytes(32).toString('base64url');
  await insertProof(db, hashOf(proof), kind, userId);
  return proof;
}

/** Whose proof it is, or undefined when it is none, or none any more. */
export async function readProof(db: Db, kind: Kind, proof: string): Promise<string | undefined> {
  return looksLikeProof(proof) ? findProof(db, hashOf(proof), kind) : undefined;
}

/** Uses a proof up, and says whether it was still there. */
export const useUpProof = (db: Tx, proof: string): Promise<boolean> => takeProof(db, hashOf(proof));
