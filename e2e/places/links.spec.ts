import { useProvider } from '../support/provided.ts';
import { expect, type Page, People, still as test, told } from '../support/test.ts';

/** A server of its own, as the others have no provider. */
const provided = useProvider('links');

/** Spellings outside and inside a session; all others are tested without a browser (`arrival.test.ts`). */
const spelt = ['/login', '/%6Cogin', '/home'];
const tokenIn = (page: Page) => page.evaluate(() => [localStorage.getItem('token'), document.cookie].join());
const googles = (page: Page) => page.getByRole('link', { name: 'Continuer avec Google' });
const person = (people: People, sub: string, given_name: string) => ({
  ...{ sub, email: people.freeEmail(), email_verified: true },
  ...{ given_name, family_name: 'Ortega' },
});

test('no address opens a session, whatever its spelling, in a browser with one or without', async ({ browser }) => {
  const people = new People(browser, provided.server.url);
  const attacker = await people.register('Attaquant', 'Durand');
  const victim = await people.register('Camille', 'Moreau');
  const token = attacker.client.token ?? '';
  const nobody = await people.stranger('/login');
  const camille = await people.open(victim, '/home');
  for (const page of [nobody, camille]) {
    /** Records the API requests of the running page. */
    let seen = '';
    page.on('request', async request => {
      if (!new URL(request.url()).pathname.startsWith('/api/')) return;
      const { referer } = await request.allHeaders().catch(() => ({}) as Record<string, string>);
      seen += [request.url(), request.postData(), referer].join('\n');
    });
    const before = await tokenIn(page);
    for (const path of spelt) {
      for (const query of [`?token=${token}`, `?Token=${token}&token=${token}`, `#token=${token}`]) {
        await page.goto(path + query);
        await expect(page.locator('#root > .opening')).toHaveCount(0);
        expect(page.url()).not.toMatch(/token/i);
      }
    }
    expect(await tokenIn(page)).toBe(before);
    expect([seen.includes('/api/'), seen.includes(token)]).toEqual([true, false]);
    // The token is not in the history either.
    await page.goBack();
    expect(page.url()).not.toContain(token);
  }
  await camille.goto('/home');
  await expect(camille.getByRole('button', { name: /Camille Moreau/ }).first()).toBeVisible();
  await people.close();
  expect(people.mistakes.filter(mistake => !/404 GET \/api\/user\/email|422|400/.test(mistake))).toEqual([]);
});

test('A provider login started in the browser opens a session, also in a new tab, and replaces none', async ({
  browser,
}) => {
  const people = new People(browser, provided.server.url);
  const page = await people.stranger('/login');
  provided.provider.says = person(people, 'ines', 'Inès');
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    googles(page).evaluate(link => window.open((link as HTMLAnchorElement).href)),
  ]);
  await expect(tab).toHaveURL(`${people.url}/workspaces`);
  await expect(tab.getByRole('button', { name: /Inès Ortega/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Inès Ortega/ }).first()).toBeVisible();

  // A provider login started before the session opened.
  provided.provider.says = person(people, 'lea', 'Léa');
  const late = await page.context().newPage();
  await late.goto('/auth/google');
  await told(
    late,
    'Une session était déjà ouverte dans ce navigateur\u00a0: vous y restez. Déconnectez-vous pour entrer avec l’autre compte.',
  );
  await expect(late.getByRole('button', { name: /Inès Ortega/ }).first()).toBeVisible();
  await people.close();
  expect(people.mistakes).toEqual([]);
});
