import { clientMessages, eventsOf } from '@palabre/common/contract/index.ts';
import type { z } from 'zod';
import { exampleOf } from './examples.ts';
import type { ClientMessage, Content, OpenApi } from './openapi.ts';
import { describeSchemas, finished, mapValues, type Schema } from './schemas.ts';

interface Event {
  feature: string;
  payload: z.ZodType;
  to: string;
}

const events: Record<string, Event> = Object.fromEntries(
  Object.entries(eventsOf).flatMap(([feature, group]) =>
    Object.entries(group).map(([name, event]) => [name, { feature, ...event }]),
  ),
);

interface Message {
  summary: string;
  payload: z.ZodType;
  ack: z.ZodType | null;
}

const messages: Record<string, Message> = clientMessages;

/** Describes the socket messages of both directions, and the named schemas that they refer to. */
export function describeSockets(): Pick<OpenApi, 'webhooks' | 'x-client-messages'> & {
  named: Record<string, Schema>[];
} {
  const heard = describeSchemas(
    mapValues(events, event => event.payload),
    'output',
  );
  const said = describeSchemas(
    mapValues(messages, message => message.payload),
    'input',
  );
  const answers = Object.fromEntries(Object.entries(messages).flatMap(([name, { ack }]) => (ack ? [[name, ack]] : [])));
  const acknowledged = describeSchemas(answers, 'output');
  const content = ({ of, named }: typeof heard, name: string, direction: 'in' | 'out'): Content => ({
    schema: finished(of[name] ?? {}),
    example: exampleOf(of[name] ?? {}, name.replace(/^(new|updated?|deleted?)/, ''), named, direction),
  });
  return {
    webhooks: mapValues(events, ({ feature, to }, name) => ({
      post: {
        operationId: `${feature}.on.${name}`,
        tags: [feature],
        summary: name,
        description: `Sent on the socket to ${to}.`,
        security: [{ session: [] }],
        requestBody: { required: true, content: { 'application/json': content(heard, name, 'out') } },
        responses: { 200: { description: 'Nothing is answered.' } },
      },
    })),
    'x-client-messages': mapValues(
      messages,
      ({ summary, ack }, name): ClientMessage => ({
        tags: ['presence'],
        summary,
        payload: content(said, name, 'in'),
        ...(ack && { answer: content(acknowledged, name, 'out') }),
      }),
    ),
    named: [heard.named, said.named, acknowledged.named],
  };
}
