import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Reads a style sheet of the page. */
const css = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const tokens = css('styles/tokens.css');
const valuesOf = (token: string) =>
  [...tokens.matchAll(new RegExp(`--${token}: ([^;]+);`, 'g'))].map(([, value]) => value);

/** Returns the declarations of one rule. */
function rule(sheet: string, selector: string): string {
  const at = sheet.indexOf(`${selector} {`);
  return at < 0 ? expect.fail(`no rule ${selector}`) : sheet.slice(at, sheet.indexOf('}', at));
}

it('the sidebar is 370 px wide: a bar of workspaces of 120 and a panel of 250', () => {
  expect(['bar-width', 'panel-width', 'sidebar-width', 'workspace-icon'].map(valuesOf)).toEqual([
    ...[['120px'], ['250px'], ['370px'], ['60px']],
  ]);
  expect(rule(css('app/frame/LeftBar.module.css'), '.bar')).toContain('width: var(--bar-width)');
  expect(rule(css('app/frame/SidePanel.module.css'), '.panel')).toContain('width: var(--panel-width)');
});

it.each([
  ['online', 'green', 100, 160],
  ['away', 'orange', 25, 50],
  ['busy', 'red', 345, 375],
])('the dot of who is %s is %s in both themes', (status, _colour, from, to) => {
  expect(rule(css('ui/marks/Avatar.module.css'), `[data-status="${status}"]`)).toContain(`var(--${status})`);
  const hues = valuesOf(status).map(value => hueOf(value ?? ''));
  expect(hues).toHaveLength(2);
  for (const hue of hues) {
    const turned = hue < from ? hue + 360 : hue;
    expect(turned).toBeGreaterThanOrEqual(from);
    expect(turned).toBeLessThanOrEqual(to);
  }
});

it('the dot of who is offline is gray in both themes', () => {
  expect(rule(css('ui/marks/Avatar.module.css'), '[data-status="offline"]')).toContain('var(--offline)');
  for (const value of valuesOf('offline')) {
    const parts = partsOf(value ?? '');
    expect(Math.max(...parts) - Math.min(...parts)).toBeLessThan(32);
  }
});

it.each([
  ['success', 'success'],
  ['error', 'danger'],
  ['warning', 'warning'],
])('an alert of the kind %s has a bar in the colour of %s', (kind, tone) => {
  const sheet = css('ui/alerts/AlertOverlay.module.css');
  expect(rule(sheet, `.alert[data-type="${kind}"]`)).toContain(`--tone: var(--${tone});`);
  expect(rule(sheet, '\n.alert')).toContain('--tone: var(--info);');
  expect(rule(sheet, '.progress')).toContain('solid var(--tone)');
});

it('the cards of workspaces stand in 1, 2 or 4 columns, by the width of the screen', () => {
  const sheet = css('features/workspaces/workspaces/DiscoverPage.module.css');
  const columns = [...sheet.matchAll(/\.grid \{\s+(?:display: grid;\s+)?grid-template-columns: ([^;]+);/g)];
  expect(columns.map(([, value]) => value)).toEqual([
    'minmax(0, 1fr)',
    'repeat(2, minmax(0, 1fr))',
    'repeat(4, minmax(0, 1fr))',
  ]);
});

/** Red, green and blue of a colour, from 0 to 255. */
function partsOf(hex: string): [number, number, number] {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

/** Hue of a colour, in degrees. */
function hueOf(hex: string): number {
  const [r, g, b] = partsOf(hex);
  const most = Math.max(r, g, b);
  const span = most - Math.min(r, g, b);
  const turn = most === r ? (g - b) / span : most === g ? 2 + (b - r) / span : 4 + (r - g) / span;
  return (turn * 60 + 360) % 360;
}
