import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from '../ui/marks/contrast.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [shared = '', light = '', dark = ''] = css.split(/^:root,|^\[data-theme="dark"\]/m);

/** Returns the colour of a token in one theme. */
function colour(theme: string, name: string): string {
  const found = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme + shared)?.[1];
  return found ?? expect.fail(`no colour of --${name}`);
}

const surfaces = ['canvas', 'panel', 'raised', 'sunken', 'brand-soft', 'accent-soft', 'danger-soft'];

describe.each([
  ['light', light],
  ['dark', dark],
])('the colours of the %s theme', (_name, theme) => {
  const between = (one: string, other: string) => contrast(colour(theme, one), colour(theme, other));

  it.each(['ink', 'ink-soft', 'ink-faint'])('%s is read on every ground, that of what is disabled too', ink => {
    for (const ground of ['canvas', 'panel', 'raised', 'sunken']) {
      expect(between(ink, ground), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(['focus', 'field-focus'])('%s is seen around what has the focus, on every surface', ring => {
    for (const surface of surfaces) expect(between(ring, surface), surface).toBeGreaterThanOrEqual(3);
  });

  it('focus-on-dark is seen on the bar and on the stage', () => {
    for (const surface of ['bar', 'bar-hover', 'stage']) {
      expect(between('focus-on-dark', surface), surface).toBeGreaterThanOrEqual(3);
    }
  });

  it.each([
    ['on-brand', 'brand'],
    ['on-brand', 'brand-hover'],
    ['on-danger', 'danger-fill'],
    ['on-danger', 'danger-fill-hover'],
    ['on-accent', 'accent-strong'],
    ['bar-ink', 'bar'],
    ['bar-ink', 'bar-hover'],
    ['brand', 'brand-soft'],
    ['danger', 'danger-soft'],
    ['accent', 'accent-soft'],
    ['on-tooltip', 'tooltip'],
    ['on-stage-soft', 'stage'],
  ])('%s is read on %s', (words, ground) => {
    expect(between(words, ground)).toBeGreaterThanOrEqual(4.5);
  });
});
