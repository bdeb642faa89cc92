import type { ClientMessage, Method, OpenApi, Operation, Response } from '../openapi.ts';
import { curl, exampleAddress, json, panel } from './code.ts';
import { type Html, html, line } from './html.ts';
import { fields, kind, rowsOf } from './schema.ts';

/** Endpoint as the page shows it: its URL and its operation. */
export interface Call {
  method: Method;
  path: string;
  server: string;
  operation: Operation;
}

/** Renders a badge. */
export const badge = (word: string): Html => html`<span class="badge" data-kind="${word.toLowerCase()}">${word}</span>`;

/** Serializes the data that the script needs to send the request. */
function callData({ method, path, server, operation }: Call): string {
  const json = operation.requestBody?.content['application/json'];
  const parameters = (operation.parameters ?? []).map(({ name, in: place, required, example }) => ({
    ...{ name, place, required },
    ...(example !== undefined && { example: String(example) }),
  }));
  return JSON.stringify({
    ...{ method: method.toUpperCase(), path: new URL(server).pathname + path, parameters },
    ...(json && { body: JSON.stringify(json.example, null, 2) }),
    open: operation.security.length === 0,
  });
}

/** Renders an endpoint: summary, access, parameters and answers, with its example beside. */
export function call(document: OpenApi, told: Call): Html {
  const { method, path, server, operation } = told;
  const body = operation.requestBody?.content;
  const form = body?.['multipart/form-data']?.schema;
  const schema = form ?? body?.['application/json']?.schema;
  const hasFiles = Object.values(form?.properties ?? {}).some(({ items }) => items?.format === 'binary');
  const title = form ? `Body, as JSON or as a form with ${hasFiles ? 'files' : 'an image'}` : 'Body';
  const rows = (place: string) =>
    (operation.parameters ?? [])
      .filter(parameter => parameter.in === place)
      .map(({ name, schema, required, description }) => ({ name, schema, required, description }));
  const address = exampleAddress(server, path, operation);
  const attempt = html`<button type="button" class="button small" data-try="${callData(told)}" hidden>Try it</button>`;
  return html`
    <article class="entry" id="${operation.operationId}">
      <div>
        <h3><a class="summary" href="#${operation.operationId}">${line(operation.summary)}</a></h3>
        <p class="address">${badge(method.toUpperCase())}<code>${new URL(server).pathname}${path}</code></p>
        <p class="who">${line(operation.description)}</p>
        ${fields('In the path', rows('path'))}
        ${fields('In the query', rows('query'))}
        ${schema && fields(title, rowsOf(schema))}
        ${answers(document, operation)}
      </div>
      <div class="shown">
        ${panel('Request', curl(method, address, operation), attempt)}
        ${exampleAnswer(operation)}
      </div>
    </article>`;
}

/** Returns a response, its reference resolved. */
function resolved(document: OpenApi, response: Operation['responses'][string]): Response {
  if (!('$ref' in response)) return response;
  return document.components.responses[response.$ref.split('/').pop() ?? ''] ?? { description: '' };
}

function answers(document: OpenApi, operation: Operation): Html {
  const all = Object.entries(operation.responses).map(([status, response]) => ({
    status,
    ...resolved(document, response),
  }));
  const good = all.filter(({ status }) => Number(status) < 300);
  const bad = all.filter(({ status }) => Number(status) >= 400);
  const schema = good[0]?.content?.['application/json']?.schema;
  return html`
    <h4 class="part">${good.length > 1 ? 'Answers' : 'Answer'}</h4>
    <ul>
      ${good.map(({ status, description }) => html`<li class="answer"><span class="status">${status}</span>${description}</li>`)}
    </ul>
    ${schema && fields(false, rowsOf(schema), false)}
    <details class="failures">
      <summary>Failures <span class="statuses">${bad.map(({ status }) => status).join(' ')}</span></summary>
      <ul>
        ${bad.map(({ status, description }) => html`<li class="answer"><span class="status">${status}</span><span>${line(description)}</span></li>`)}
      </ul>
    </details>`;
}

function exampleAnswer({ responses }: Operation): Html | false {
  const [status, response] = Object.entries(responses).findLast(([status]) => Number(status) < 300) ?? [];
  const content = response && 'content' in response && response.content?.['application/json'];
  return content ? panel(`Answer ${status}`, json(content.example)) : false;
}

/** Renders an event: its payload and its audience. */
export function event(name: string, operation: Operation): Html {
  const content = operation.requestBody?.content['application/json'];
  const schema = content?.schema ?? {};
  return html`
    <article class="entry" id="${operation.operationId}">
      <div>
        <h3><a class="summary" href="#${operation.operationId}"><code>${name}</code></a></h3>
        <p class="address">${badge('live')}<code>socket.on('${name}', …)</code></p>
        <p class="who">${line(operation.description)}</p>
        ${schema.properties ? fields('Payload', rowsOf(schema), false) : html`<h4 class="part">Payload</h4><p class="who">${kind(schema)}</p>`}
      </div>
      <div class="shown">${panel('Payload', json(content?.example))}</div>
    </article>`;
}

/** Renders a client message. */
export function said(name: string, { summary, payload, answer }: ClientMessage): Html {
  const words = [JSON.stringify(payload.example), answer && 'answer => …'].filter(word => word && word !== 'null');
  return html`
    <article class="entry" id="say.${name}">
      <div>
        <h3><a class="summary" href="#say.${name}">${line(summary)}</a></h3>
        <p class="address">${badge('say')}<code>${name}</code></p>
        ${payload.example !== null && html`<h4 class="part">Payload</h4><p class="who">${kind(payload.schema ?? {})}</p>`}
        ${answer && fields('Given to its acknowledgement', rowsOf(answer.schema ?? {}), false)}
      </div>
      <div class="shown">
        ${panel('On the socket', html`socket.emit(${[`'${name}'`, ...words].join(', ')})`)}
        ${answer && panel('Acknowledgement', json(answer.example))}
      </div>
    </article>`;
}
