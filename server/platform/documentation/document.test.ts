import type { Endpoint } from '@palabre/common/contract/define.ts';
import { type ErrorCode, errors, Failure } from '@palabre/common/contract/errors.ts';
import { api, clientMessages, events } from '@palabre/common/contract/index.ts';
import { describe, expect, it } from 'vitest';
import { createDocument } from './document.ts';
import type { Content, Operation, Response } from './openapi.ts';

const server = 'https://palabre.exemple.fr/api';
const document = createDocument('https://palabre.exemple.fr');

/** Operations of the document, by method and URL. */
const operations = new Map(
  Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${servers?.[0]?.url ?? server}${path}`,
      operation,
    ]),
  ),
);

const endpoints: [string, Endpoint, Operation][] = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]): [string, Endpoint, Operation] => {
    const address = `${endpoint.method} ${server}${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    return [`${feature}.${name}`, endpoint, operations.get(address) as Operation];
  }),
);

/** Names of all schemas, by which clients are generated, in the order of the alphabet. */
const promised = `
  Absence Account AdmissionRequest Announcement Answered AuditEntry BannedUser Channel Charter ChosenSettings
  Contacts Conversation Counts CustomEmoji Departure DisconnectionReport Disk EmailInvite FailingJob Failure
  FileAttachment Found FoundFile Gif GifTag Guest Invite LastMessage LicensedPackage Linked LinkedAccount
  ListedAnnouncement ListedThread Message Move Named NearMessage Notification OffDuty OwnAvailability OwnReport
  Parent Participant PlaceSettings PreparedExport PublicUser PushDevice ReceivedInvite Registration Report
  ReportHistory ReportNote ReportReason Role Scheduled SelfUser Sender ServerState Session SettingChange Setup
  SharedWorkspace SocialProvider Society SocietyCard Status Thread ThreadState TwoStepUser Unread WorkHours
  Workspace WorkspaceCard WorkspaceReport WorkspaceSize
`;

const json = (of: { content?: Record<string, Content> } | undefined): Content | undefined =>
  of?.content?.['application/json'];

/** Returns a response, its reference resolved. */
const responseOf = (operation: Operation, status: string): Response => {
  const response = operation.responses[status] as Response & { $ref?: string };
  return response.$ref
    ? (document.components.responses[response.$ref.split('/').pop() as string] as Response)
    : response;
};

const shown = (operation: Operation, place: 'path' | 'query') =>
  Object.fromEntries(
    (operation.parameters ?? []).flatMap(({ name, in: where, example }) =>
      where === place && example !== undefined ? [[name, example]] : [],
    ),
  );

describe('every endpoint', () => {
  it('is documented once, at its own URL', () => {
    expect(endpoints.filter(([, , operation]) => !operation).map(([id]) => id)).toEqual([]);
    expect(operations.size).toBe(endpoints.length);
  });

  it.each(endpoints)('%s has its id, its feature, its summary and its security', (id, endpoint, operation) => {
    expect(operation.operationId).toBe(id);
    expect(operation.tags).toEqual([id.split('.')[0]]);
    expect(document.tags.map(tag => tag.name)).toContain(operation.tags[0]);
    expect(operation.summary).toBe(endpoint.summary);
    const isPublic = endpoint.access.kind === 'public';
    expect(operation.security.some(scheme => 'session' in scheme)).toBe(!isPublic);
    if (isPublic) expect(operation.security).toEqual([]);
  });

  it.each(endpoints)('%s lists its failures, each under its status', (_id, endpoint, operation) => {
    const statuses = Object.keys(operation.responses).filter(status => Number(status) >= 400);
    expect(statuses.some(status => status.startsWith('4'))).toBe(true);
    expect(statuses).toContain('503');
    if (endpoint.access.kind !== 'public') expect(statuses).toContain('401');
    const told = statuses.flatMap(status =>
      Object.entries(json(responseOf(operation, status))?.examples ?? {}).map(([code, { value }]) => {
        expect(errors[code as ErrorCode].status).toBe(Number(status));
        expect(Failure.parse(value).code).toBe(code);
        return code;
      }),
    );
    expect(told).toEqual(expect.arrayContaining([...(endpoint.refuses ?? [])]));
  });

  it.each(endpoints)('%s has a valid example request and example answer', (_id, endpoint, operation) => {
    expect(endpoint.params.safeParse(shown(operation, 'path')).error).toBeUndefined();
    expect(endpoint.query.safeParse(shown(operation, 'query')).error).toBeUndefined();
    const body = json(operation.requestBody);
    if (body) expect(Object.keys(body.example as object).length).toBeGreaterThan(0);
    expect(endpoint.body.safeParse(body?.example ?? {}).error).toBeUndefined();
    const answer = json(responseOf(operation, String(endpoint.status)));
    if (answer) expect(endpoint.output.parse(answer.example)).toEqual(answer.example);
    else expect(responseOf(operation, '200').content).toHaveProperty(['application/octet-stream']);
  });
});

describe('socket messages', () => {
  it.each(Object.entries(events))('event %s has its payload and its audience', (name, { payload, to }) => {
    const { post } = document.webhooks[name] as { post: Operation };
    expect(document.tags.map(tag => tag.name)).toContain(post.tags[0]);
    expect(post.description).toContain(to);
    const example = json(post.requestBody)?.example;
    expect(payload.parse(example)).toEqual(example);
  });

  it.each(Object.entries(clientMessages))('client message %s has its payload', (name, { payload, summary }) => {
    const told = document['x-client-messages'][name];
    expect(told?.summary).toBe(summary);
    expect(payload.safeParse(told?.payload.example).error).toBeUndefined();
  });
});

describe('the document', () => {
  it('names each schema once, and refers to it by its name', () => {
    expect(Object.keys(document.components.schemas).sort()).toEqual(promised.trim().split(/\s+/));
    expect(json(responseOf(operations.get(`POST ${server}/message`) as Operation, '201'))?.schema).toMatchObject({
      properties: { message: { $ref: '#/components/schemas/Message' } },
    });
    const text = JSON.stringify(document);
    for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
    expect(text).not.toContain('$defs');
  });

  it('gives the same record the same id in every example', () => {
    const message = json(responseOf(operations.get(`POST ${server}/message`) as Operation, '201'))?.example as {
      message: { channelId: string; sender: { _id: string } };
    };
    const channel = shown(operations.get(`GET ${server}/channel/{id}`) as Operation, 'path');
    expect(message.message.channelId).toBe(channel.id);
    expect(shown(operations.get(`GET ${server}/user/{id}`) as Operation, 'path').id).toBe(message.message.sender._id);
  });

  it('names the same record by the same id in every address, whoever may ask', () => {
    const ids = new Map<string, Record<string, unknown>>();
    for (const [name, operation] of operations) {
      const [, record] = /\/([a-z-]+?)s?\/\{id\}/.exec(name) ?? [];
      if (record) ids.set(record, { ...ids.get(record), [name]: shown(operation, 'path').id });
    }
    for (const record of ['user', 'workspace', 'channel', 'report']) {
      const named = ids.get(record) ?? {};
      expect(Object.keys(named).length, record).toBeGreaterThan(3);
      const [id] = Object.values(named);
      expect(named).toEqual(Object.fromEntries(Object.keys(named).map(name => [name, id])));
    }
    const answer = json(responseOf(operations.get(`GET ${server}/report/{id}`) as Operation, '200'));
    expect(answer?.example).toMatchObject({ report: { _id: Object.values(ids.get('report') ?? {})[0] } });
  });

  it('says which refusals tell how long to wait', () => {
    const post = operations.get(`POST ${server}/message`) as Operation;
    const waits = Object.keys(post.responses).filter(status => responseOf(post, status).headers?.['Retry-After']);
    expect(waits).toEqual(['429', '503']);
  });

  it('is the same each time', () => {
    expect(JSON.stringify(createDocument('https://palabre.exemple.fr'))).toBe(JSON.stringify(document));
  });
});
