import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';

/** Limit on reported issues: a list with thousands of wrong values says no more than its first ones. */
const issuesAtMost = 20;

/** Input refused by its schema, with the issues as codes, without sentences yet. */
export class InvalidInput extends Error {
  /** Part of the request, set by Fastify. */
  validationContext?: string;

  constructor(readonly issues: readonly { path: string; said: string }[]) {
    super('invalid input');
  }
}

/** Validates the parts of a request by their schemas, and reports the first issues. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  input => {
    const context = { async: false };
    const result = schema._zod.run({ value: input, issues: [] }, context);
    if (result instanceof Promise) throw new TypeError('a schema of the contract answers at once');
    if (result.issues.length === 0) return { value: result.value };
    const issues = result.issues
      .slice(0, issuesAtMost)
      .map(raw => z.core.util.finalizeIssue(raw, context, z.core.config()))
      .map(({ path, message }) => ({ path: path.join('.'), said: message }));
    return { error: new InvalidInput(issues) };
  };
