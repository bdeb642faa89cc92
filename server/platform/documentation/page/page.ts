import { exampleOf } from '../examples.ts';
import type { Method, OpenApi, Operation, PathItem } from '../openapi.ts';
import type { Schema } from '../schemas.ts';
import { json, panel } from './code.ts';
import { type Html, html, line, prose } from './html.ts';
import { badge, type Call, call, event, said } from './operation.ts';
import { fields, kind, rowsOf } from './schema.ts';

const methodsOf = ({ servers: _own, ...methods }: PathItem) => Object.entries(methods) as [Method, Operation][];

/** Endpoints, events and client messages of a feature. */
interface Feature {
  name: string;
  about: string;
  calls: Call[];
  events: [string, Operation][];
  messages: [string, OpenApi['x-client-messages'][string]][];
}

function featuresOf(document: OpenApi): Feature[] {
  const calls = Object.entries(document.paths).flatMap(([path, item]) => {
    const server = (item.servers ?? document.servers)[0]?.url ?? '';
    return methodsOf(item).map(([method, operation]): Call => ({ method, path, server, operation }));
  });
  const has = (feature: string) => (told: { tags: string[] }) => told.tags.includes(feature);
  return document.tags.map(({ name, description }) => ({
    name,
    about: description,
    calls: calls.filter(({ operation }) => has(name)(operation)),
    events: Object.entries(document.webhooks).flatMap(([event, { post }]): [string, Operation][] =>
      has(name)(post) ? [[event, post]] : [],
    ),
    messages: Object.entries(document['x-client-messages']).filter(([, message]) => has(name)(message)),
  }));
}

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function contents(features: Feature[], objects: string[]): Html {
  const link = (id: string, word: string, text: string, about: string) =>
    html`<li><a class="item" href="#${id}" title="${about}" data-words="${`${text} ${about} ${id}`.toLowerCase()}">${badge(word)}<span class="label">${text}</span></a></li>`;
  return html`
    ${features.map(
      ({ name, calls, events, messages }) => html`
        <section>
          <h2><a class="group" href="#${name}">${titled(name)}</a></h2>
          <ul>
            ${calls.map(({ method, path, server, operation }) => link(operation.operationId, method.toUpperCase(), `${new URL(server).pathname.replace(/^\/api/, '')}${path}`, operation.summary))}
            ${events.map(([event, operation]) => link(operation.operationId, 'live', event, operation.description))}
            ${messages.map(([message, { summary }]) => link(`say.${message}`, 'say', message, summary))}
          </ul>
        </section>`,
    )}
    <section>
      <h2><a class="group" href="#objects">Objects</a></h2>
      <ul>${objects.map(name => html`<li><a class="item" href="#${name}" data-words="${name.toLowerCase()}"><span class="label">${name}</span></a></li>`)}</ul>
    </section>`;
}

function section({ name, about, calls, events, messages }: Feature, document: OpenApi): Html {
  return html`
    <section class="feature" aria-labelledby="${name}">
      <header class="named"><h2 class="name" id="${name}">${titled(name)}</h2><p>${line(about)}</p></header>
      ${calls.map(told => call(document, told))}
      ${events.map(([event_, operation]) => event(event_, operation))}
      ${messages.map(([message, told]) => said(message, told))}
    </section>`;
}

const object = (name: string, schema: Schema, named: Record<string, Schema>): Html => html`
  <article class="entry" id="${name}">
    <div>
      <h3><a class="summary" href="#${name}">${name}</a></h3>
      ${schema.description && html`<p class="who">${line(schema.description)}</p>`}
      ${schema.properties ? fields('Fields', rowsOf(schema), false) : html`<p class="who">${kind(schema)}</p>`}
    </div>
    <div class="shown">${panel('Example', json(exampleOf(schema, name, named, 'out')))}</div>
  </article>`;

const tree = html`<svg class="tree" viewBox="0 0 48 48" fill="none" aria-hidden="true"><path class="leaves" d="M24 4C12.4 4 4 10.9 4 19.4c0 8 7.2 14 16.5 14.5L20 43.2c0 .9 1 1.4 1.7.8l5.1-4.6c.8-.7 1.2-1.7 1.2-2.8v-2.8C37 33 44 27.2 44 19.4 44 10.9 35.6 4 24 4Z"/><path class="trunk" d="M24 34V18m0 7-6-5m6 1 5.5-5" stroke-width="2.6" stroke-linecap="round"/></svg>`;

/**
 * Renders the document as a page, complete without a script: the script adds search, copy buttons and requests.
 * @param assets base path of its files
 */
export function createPage(document: OpenApi, assets: string): string {
  const features = featuresOf(document);
  const { schemas } = document.components;
  const names = Object.keys(schemas).sort();
  return html`<!doctype html>
<html lang="en" data-theme="light">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="theme-color" content="#17392f">
    <title>API · ${document.info.title}</title>
    <script src="${assets}/theme.js"></script>
    <link rel="stylesheet" href="${assets}/page.css">
    <link rel="icon" href="${assets}/favicon.svg" type="image/svg+xml">
    <script src="${assets}/page.js" defer></script>
  </head>
  <body>
    <a class="skip" href="#main">To the calls</a>
    <div class="bar"><a class="brand" href="#main">${tree}<span>Palabre</span><span class="what">API</span></a><button type="button" class="open" popovertarget="contents">Contents</button></div>
    <nav class="contents" id="contents" popover aria-label="Contents">
      <a class="brand" href="#main">${tree}<span>Palabre</span><span class="what">API</span></a>
      <input class="search" type="search" placeholder="Find a call or an event" aria-label="Find a call or an event" hidden>
      <div class="list">${contents(features, names)}</div>
      <p class="none" role="status" hidden>Nothing by that name.</p>
    </nav>
    <main id="main" tabindex="-1">
      <header class="intro">
        <h1 class="title">The ${document.info.title} API</h1>
        <div class="prose">${prose(document.info.description)}</div>
        <p class="doors"><a class="button" href="/api/openapi.json">OpenAPI document</a><button type="button" class="button" data-theme-switch hidden>Dark theme</button></p>
      </header>
      ${features.map(feature => section(feature, document))}
      <section class="feature" aria-labelledby="objects">
        <header class="named"><h2 class="name" id="objects">Objects</h2><p>What answers and events are made of.</p></header>
        ${names.map(name => object(name, schemas[name] ?? {}, schemas))}
      </section>
    </main>
  </body>
</html>`.text;
}
