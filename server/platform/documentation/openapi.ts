import type { Schema } from './schemas.ts';

/** The parts of OpenAPI 3.1 that the document is made of. */
export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: Server[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, { post: Operation }>;
  /** What a client says on its socket, for which OpenAPI has no word. */
  'x-client-messages': Record<string, ClientMessage>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, object>;
  };
}

export interface Server {
  url: string;
}

export type Method = 'get' | 'post' | 'put' | 'delete';

export type PathItem = { [M in Method]?: Operation } & { servers?: Server[] };

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, never[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, Response | Reference>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Response {
  description: string;
  headers?: Record<string, { description: string; schema: Schema }>;
  content?: Record<string, Content>;
}

export interface Reference {
  $ref: string;
}

export interface ClientMessage {
  tags: string[];
  summary: string;
  payload: Content;
  /** What its acknowledgement is given. */
  answer?: Content;
}
