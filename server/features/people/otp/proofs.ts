import { createHash, randomBytes } from 'node:crypto';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { findProof, insertProof, takeProof } from './otp.store.ts';

/**
 * Kind of proof: `pending`, that a person gave their password; `reset`, that they read a code sent to them; `recovery`
 * and `recovery-two-step`, that an administrator gave them a link. A proof is 256 random bits, hashed in the database,
 * single-use, valid for 10 minutes (a link for 30), and for its kind alone: it never stands for a session.
 */
export type Kind = 'pending' | 'reset' | 'recovery' | 'recovery-two-step';

const hashOf = (proof: string): Buffer => createHash('sha256').update(proof).digest();

/** Tells whether a text has the form of a proof, before any query. */
export const looksLikeProof = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Gives a person a proof. */
export async function giveProof(db: Db, kind: Kind, userId: string): Promise<string> {
  const proof = randomBytes(32).toString('base64url');
  await insertProof(db, hashOf(proof), kind, userId);
  return proof;
}

/** Finds the person of a proof; undefined when it is invalid, used or expired. */
export async function readProof(db: Db, kind: Kind, proof: string): Promise<string | undefined> {
  return looksLikeProof(proof) ? (await findProof(db, hashOf(proof), [kind]))?.userId : undefined;
}

/** Finds the person of a proof that allows a new password, and its kind; undefined when it is invalid, used or expired. */
export async function readResetProof(db: Db, proof: string): Promise<{ userId: string; kind: Kind } | undefined> {
  const kinds: Kind[] = ['reset', 'recovery', 'recovery-two-step'];
  return looksLikeProof(proof) ? findProof(db, hashOf(proof), kinds) : undefined;
}

/** Uses a proof up; returns whether it was still there. */
export const useUpProof = (db: Tx, proof: string): Promise<boolean> => takeProof(db, hashOf(proof));
