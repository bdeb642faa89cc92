import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';

/** Things that an answer says are wrong: a list of thousands of names that could be none says no more than its first ones. */
const issuesTold = 20;

/** An input that its schema refuses, with what it says of it, not in words yet. */
export class InvalidInput extends Error {
  /** Which part of the request, set by Fastify. */
  validationContext?: string;

  constructor(readonly issues: readonly { path: string; said: string }[]) {
    super('invalid input');
  }
}

/** Checks the parts of a request by their schemas, and tells of what is wrong as much as one would read. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  input => {
    const context = { async: false };
    const result = schema._zod.run({ value: input, issues: [] }, context);
    if (result instanceof Promise) throw new TypeError('a schema of the contract answers at once');
    if (result.issues.length === 0) return { value: result.value };
    const issues = result.issues
      .slice(0, issuesTold)
      .map(raw => z.core.util.finalizeIssue(raw, context, z.core.config()))
      .map(({ path, message }) => ({ path: path.join('.'), said: message }));
    return { error: new InvalidInput(issues) };
  };
