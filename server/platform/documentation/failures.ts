import type { AccessKind, Endpoint } from '@palabre/common/contract/define.ts';
import { type ErrorCode, errors, type Failure } from '@palabre/common/contract/errors.ts';
import { issues } from '@palabre/common/contract/issues.ts';
import type { Reference, Response } from './openapi.ts';

/** Kinds of access: the people allowed, in words, and the error codes of a refusal besides 401. */
export const accessKinds: Record<AccessKind, { who: string; refuses: readonly ErrorCode[] }> = {
  public: { who: 'Anyone, without a session.', refuses: [] },
  session: { who: 'Anyone logged in.', refuses: [] },
  self: { who: 'The person themself.', refuses: ['forbidden'] },
  ownSession: { who: 'The person whose session it is.', refuses: ['not_found'] },
  discoverable: { who: 'Who may discover the workspace.', refuses: ['not_found'] },
  joinable: {
    who: 'Anyone logged in, unless the workspace is restricted.',
    refuses: ['not_found', 'workspace_restricted'],
  },
  member: { who: 'Members of the workspace.', refuses: ['not_found', 'members_only'] },
  channel: { who: 'Who may see the channel.', refuses: ['not_found'] },
  conversation: { who: 'Who is in the conversation.', refuses: ['not_found'] },
  society: { who: 'Anyone logged in.', refuses: ['not_found'] },
  societyMember: { who: 'Members of the society.', refuses: ['not_found', 'society_members_only'] },
  place: { who: 'Who may read the channel, conversation or thread.', refuses: ['not_found', 'one_place'] },
  message: { who: 'Who may read the message.', refuses: ['not_found'] },
  thread: { who: 'Who may read the message above it.', refuses: ['not_found'] },
  role: { who: 'Members of the role’s workspace.', refuses: ['not_found'] },
  invite: { who: 'Members of the invitation’s workspace.', refuses: ['not_found'] },
  emailInvite: { who: 'Members of the invitation’s workspace.', refuses: ['not_found'] },
  notification: { who: 'The person it is for.', refuses: ['not_found'] },
  scheduled: { who: 'The person who scheduled it.', refuses: ['not_found'] },
  administrator: { who: 'Administrators.', refuses: ['not_found'] },
  file: {
    who: 'Who may read the message it belongs to; of a picture of a person or place, anyone logged in.',
    refuses: ['not_found'],
  },
};

const takesSomething = (part: unknown) => Object.keys((part as { shape?: object }).shape ?? {}).length > 0;

const changeRefuses: readonly ErrorCode[] = [
  'changed_meanwhile',
  'request_timeout',
  'too_large',
  'unsupported_media',
  'too_many_requests',
  'database_full',
];

const fileRefuses: readonly ErrorCode[] = [
  'too_many_files',
  'empty_file',
  'file_misnamed',
  'file_too_large',
  'file_over_limit',
  'file_too_large_to_scan',
  'file_infected',
  'scan_unavailable',
  'image_in_progress',
  'storage_unavailable',
  'storage_full',
];

const imageRefuses: readonly ErrorCode[] = [
  'invalid_image',
  'image_in_progress',
  'storage_unavailable',
  'storage_full',
];

/** Lists the codes that an endpoint may answer, in the order of the closed list. */
export function failuresOf({
  access,
  method,
  params,
  query,
  image,
  files,
  guests,
  beforeTwoStep,
  refuses = [],
}: Endpoint): ErrorCode[] {
  const changes = method !== 'GET';
  const codes = new Set<ErrorCode>([...accessKinds[access.kind].refuses, ...refuses, 'internal', 'unavailable']);
  if (access.kind !== 'public') {
    codes.add('unauthorized').add('session_suspended').add('session_stay_over').add('too_many_requests');
    if (!guests) codes.add('guest_not_allowed');
    if (beforeTwoStep !== true) codes.add('two_step_required');
  }
  if (takesSomething(params)) codes.add('not_found');
  if (changes || takesSomething(query)) codes.add('invalid_input');
  if (changes) for (const code of changeRefuses) codes.add(code);
  if (image) for (const code of imageRefuses) codes.add(code);
  if (files) for (const code of fileRefuses) codes.add(code);
  return (Object.keys(errors) as ErrorCode[]).filter(code => codes.has(code));
}

/** Names the response of these codes, which share one status. */
const responseName = (codes: readonly ErrorCode[]) => codes.join('-or-');

const byStatus = (codes: readonly ErrorCode[]): [number, ErrorCode[]][] =>
  [...new Set(codes.map(code => errors[code].status))].map(status => [
    status,
    codes.filter(code => errors[code].status === status),
  ]);

/** Refers to the responses of these failures, by status. */
export const failureReferences = (codes: readonly ErrorCode[]): Record<string, Reference> =>
  Object.fromEntries(
    byStatus(codes).map(([status, same]) => [status, { $ref: `#/components/responses/${responseName(same)}` }]),
  );

/** Builds the responses that {@link failureReferences} refers to. */
export const failureResponses = (all: readonly (readonly ErrorCode[])[]): Record<string, Response> =>
  Object.fromEntries(
    all.flatMap(byStatus).map(([status, same]) => [responseName(same), failureResponse(status, same)]),
  );

function failureResponse(status: number, codes: readonly ErrorCode[]): Response {
  const retryAfter = { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } };
  return {
    description: codes.map(code => `\`${code}\`: ${errors[code].en}`).join(' '),
    ...((status === 429 || status === 503) && { headers: { 'Retry-After': retryAfter } }),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Failure' },
        examples: Object.fromEntries(codes.map(code => [code, { value: exampleFailure(code) }])),
      },
    },
  };
}

const exampleFailure = (code: ErrorCode): Failure => ({
  code,
  message: errors[code].fr,
  ...(code === 'invalid_input' && { issues: [{ path: 'title', message: issues.required.fr }] }),
});
