import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import './highlight.css';

const languages = {
  ...{ bash, c, cpp, csharp, css, diff, dockerfile, go, ini, java, javascript, json, php, python, ruby, rust },
  ...{ shell, sql, typescript, xml, yaml },
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** Copies only texts and classes from the highlighter's HTML. */
function takeOver(from: Node, into: Node): void {
  for (const node of from.childNodes) {
    if (!(node instanceof HTMLElement)) {
      into.appendChild(document.createTextNode(node.textContent ?? ''));
      continue;
    }
    const part = document.createElement('span');
    part.className = node.className;
    takeOver(node, part);
    into.appendChild(part);
  }
}

const kept = 100;
const known = new Map<string, DocumentFragment>();

/** Highlights code; returns null for an unknown language. */
export function highlighted(text: string, language: string): DocumentFragment | null {
  if (!hljs.getLanguage(language)) return null;
  const key = `${language} ${text}`;
  let fragment = known.get(key);
  if (!fragment) {
    const { value } = hljs.highlight(text, { language, ignoreIllegals: true });
    fragment = document.createDocumentFragment();
    takeOver(new DOMParser().parseFromString(value, 'text/html').body, fragment);
    known.set(key, fragment);
    const oldest = known.keys().next().value;
    if (known.size > kept && oldest !== undefined) known.delete(oldest);
  }
  return fragment.cloneNode(true) as DocumentFragment;
}
