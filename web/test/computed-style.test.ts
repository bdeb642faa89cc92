// @vitest-environment jsdom
import { expect, test } from 'vitest';

test('A computed style is the element’s own, else the sheets’, else the browser’s, and some come from the parent', () => {
  document.head.innerHTML = '<style>.gone { display: none } .still { pointer-events: none }</style>';
  document.body.innerHTML = `
    <main style="visibility: hidden; --row: 48px"><p><b style="visibility: visible">b</b></p></main>
    <i class="gone">i</i> <u class="gone" style="display: flex">u</u> <s hidden>s</s>
    <dialog>dialog</dialog> <dialog open>open</dialog> <ul class="still"><li>li</li></ul>`;
  const style = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body);
  expect(['main', 'p', 'b'].map(name => style(name).visibility)).toEqual(['hidden', 'hidden', 'visible']);
  expect(['p', 'b', 'i', 'u', 's'].map(name => style(name).display)).toEqual(
    ['block', 'inline', 'none', 'flex', 'none'], // as jsdom says
  );
  expect(['dialog', 'dialog[open]'].map(name => style(name).getPropertyValue('display'))).toEqual(['none', 'block']);
  expect([style('li').pointerEvents, style('p').pointerEvents, style('p').getPropertyValue('--row')]).toEqual(
    ['none', 'auto', '48px'], // from the parent
  );
});
