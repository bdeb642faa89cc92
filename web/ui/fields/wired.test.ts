import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const web = new URL('../../', import.meta.url);
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .map(path => path.replaceAll('\\', '/'))
  // The sheet of parts shows buttons for their look.
  .filter(path => path.endsWith('.tsx') && !path.endsWith('.test.tsx') && !/^(dev|test|dist)\//.test(path));

/** Tag that opens an element, and where in its source. */
interface Opened {
  name: string;
  props: string;
  start: number;
  end: number;
}

/** Returns the end of a tag that begins at `from`: its `>` is within no braces and no quotes. */
function endOf(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    const character = source[at];
    if (character === '{') depth++;
    else if (character === '}') depth--;
    else if (depth === 0 && character === '"') at = source.indexOf('"', at + 1);
    else if (depth === 0 && character === '>') return at;
  }
  return source.length;
}

/** Finds the opening tags of a source, in their order, including tags within a property of another tag. */
function openedIn(source: string): Opened[] {
  return [...source.matchAll(/<((?:[A-Z]\w*(?:\.\w+)?)|button)(?=[\s>/])/g)].map(({ 1: name = '', index: start }) => {
    const end = endOf(source, start + name.length + 1);
    return { name, props: source.slice(start + name.length + 1, end), start, end };
  });
}

/** Components that give their only child, or their `trigger`, something to do. */
const givers = /^(Menu|Popover|Inbox|PinsPopover|\w+\.(Close|Cancel|Trigger))$/;

/** Matches a button's own act: it is pressed, sends its form, or looks like the link within it. */
const acts = /\bonClick=|\btype="submit"|\basChild\b|\{\.\.\./;

/** Tells that a button is marked for the list around it, which hears the presses of all its rows. */
const isHeardByList = (path: string, { props }: Opened) =>
  path.startsWith('features/messages/messages/list/') && /\bdata-(day|profile|all-read)\b/.test(props);

test('A button of the page does something: each is told what, or sends a form, or opens what it stands in', () => {
  const buttons = sources.flatMap(path => {
    const source = readFileSync(new URL(path, web), 'utf8');
    const opened = openedIn(source);
    return opened.flatMap(button => {
      if (!/^(Button|IconButton|button)$/.test(button.name)) return [];
      const isGiven = opened.some(({ name, start, end }) => {
        if (!givers.test(name) || start > button.start) return false;
        if (end < button.start) return source.slice(end + 1, button.start).trim() === '';
        return /\b(trigger|draw)=\{[^<]*$/.test(source.slice(start, button.start));
      });
      return [{ path, button, does: acts.test(button.props) || isGiven || isHeardByList(path, button) }];
    });
  });
  // So many that no way of writing a button can have been missed.
  expect(buttons.length).toBeGreaterThan(250);
  const idle = buttons
    .filter(({ does }) => !does)
    .map(({ path, button }) => `${path}: <${button.name}${button.props}>`);
  expect(idle, 'buttons that do nothing').toEqual([]);
});

test('A field of a form changes the very value that it shows', () => {
  const pairs = sources.flatMap(path =>
    openedIn(readFileSync(new URL(path, web), 'utf8')).flatMap(({ name, props }) => {
      const shown = /\b(?:value|checked)=\{(?:\w+\.)+(\w+)\}/.exec(props)?.[1];
      const changed = /\bon\w*[cC]hange=\{[\s\S]*?(?:set|change|Change)\w*\((?:\w+, )?\{ (\w+)/.exec(props)?.[1];
      return shown && changed ? [{ field: `${path}: ${name}`, shown, changed }] : [];
    }),
  );
  // Pairs written so: the tests of their forms check the others.
  expect(pairs.length).toBeGreaterThan(30);
  expect(pairs.filter(({ shown, changed }) => shown !== changed)).toEqual([]);
});
