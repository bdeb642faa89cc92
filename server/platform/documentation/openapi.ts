import type { Schema } from './schemas.ts';

/** OpenAPI 3.1 document, with the parts used here. */
export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: Server[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, { post: Operation }>;
  /** Messages that a client sends on its socket; OpenAPI has no place for them. */
  'x-client-messages': Record<string, ClientMessage>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, object>;
  };
}

/** Server object of OpenAPI. */
export interface Server {
  url: string;
}

/** HTTP method of an operation. */
export type Method = 'get' | 'post' | 'put' | 'delete';

/** Path item object of OpenAPI. */
export type PathItem = { [M in Method]?: Operation } & { servers?: Server[] };

/** Operation object of OpenAPI. */
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

/** Parameter object of OpenAPI. */
export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

/** Media type object of OpenAPI. */
export interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

/** Response object of OpenAPI. */
export interface Response {
  description: string;
  headers?: Record<string, { description: string; schema: Schema }>;
  content?: Record<string, Content>;
}

/** Reference object of OpenAPI. */
export interface Reference {
  $ref: string;
}

/** Message that a client sends on its socket. */
export interface ClientMessage {
  tags: string[];
  summary: string;
  payload: Content;
  /** Payload of its acknowledgement. */
  answer?: Content;
}
