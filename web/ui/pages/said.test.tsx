// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { Kbd } from '../marks/Kbd.tsx';
import { Spinner } from '../marks/Spinner.tsx';
import { Banner } from './Banner.tsx';
import { DangerCard } from './DangerCard.tsx';
import { EmptyState } from './EmptyState.tsx';
import { FormCard } from './FormCard.tsx';
import { Wordmark } from './Logo.tsx';
import { LonePage } from './LonePage.tsx';
import { Note } from './Note.tsx';
import { Section, Subject } from './Section.tsx';

afterEach(cleanup);

test('A note is announced where it warns, not where it informs; a banner is a status', () => {
  render(
    <>
      <Note>Une information.</Note>
      <Note tone="warning" title="Attention" action={<button type="button">Voir</button>}>
        Un avertissement.
      </Note>
      <Note tone="danger">Un danger.</Note>
      <Banner action={<button type="button">Réessayer</button>}>Hors ligne.</Banner>
    </>,
  );
  expect(screen.getAllByRole('alert').map(one => one.textContent)).toEqual([
    'AttentionUn avertissement.Voir',
    'Un danger.',
  ]);
  const notes = [...document.querySelectorAll<HTMLElement>('[data-tone]')].slice(0, 3);
  expect(notes.map(({ dataset }) => dataset.tone)).toEqual(['info', 'warning', 'danger']);
  const signs = new Set(notes.map(note => note.querySelector('svg')?.innerHTML));
  expect(signs.size, 'tones with a sign of their own').toBe(3);
  expect(screen.getByText('Une information.')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('Hors ligne.Réessayer');
});

test('What waits says so once, and keys are told one by one', () => {
  const { container } = render(
    <>
      <Spinner />
      <Spinner label="Envoi…" />
      <Spinner label={null} />
      <Kbd keys="Ctrl K" />
    </>,
  );
  expect(screen.getAllByRole('status').map(one => one.textContent)).toEqual(['Chargement…', 'Envoi…']);
  expect([...container.querySelectorAll('kbd')].map(one => one.textContent)).toEqual(['Ctrl', 'K']);
});

test('The tree of the logo is in the accent’s colour, and its trunk in that of the ground it stands on', () => {
  const drawn = (...marks: ReactNode[]) =>
    [...render(marks).container.querySelectorAll('path')].map(
      path => path.getAttribute('stroke') ?? path.getAttribute('fill'),
    );
  expect(drawn(<Wordmark key="bar" />, <Wordmark key="page" tone="page" />)).toEqual([
    ...['var(--accent-strong)', 'var(--bar)'],
    ...['var(--accent-strong)', 'var(--canvas)'],
  ]);
});

test('A page that says one thing has a title, its ways on, or what is awaited in their place', () => {
  const page = (waiting: boolean) => (
    <MemoryRouter>
      <LonePage
        illustration={<i />}
        title="Introuvable"
        text="Rien ici."
        action={<button type="button">Accueil</button>}
        other={<button type="button">Autre code</button>}
        waiting={waiting && <p>Un instant…</p>}
      />
    </MemoryRouter>
  );
  const { rerender } = render(page(true));
  expect([screen.queryByText('Un instant…') !== null, screen.queryByText('Introuvable')]).toEqual([true, null]);
  rerender(page(false));
  expect(screen.getByRole('heading', { level: 1, name: 'Introuvable' })).toBeDefined();
  expect(screen.getAllByRole('button').map(one => one.textContent)).toEqual(['Accueil', 'Autre code']);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
  cleanup();
  // Within a page it is no heading.
  render(<EmptyState title="Personne" text="Invitez." action={<button type="button">Inviter</button>} />);
  expect([screen.queryByRole('heading'), screen.getByRole('button').textContent]).toEqual([null, 'Inviter']);
});

test('A section has its title and its buttons, and each of its subjects is a region named by its own', () => {
  const onAct = vi.fn();
  const card = (loading: boolean) => (
    <Section heading="Général" lead="Ce que voit chacun." actions={<button type="button">Créer</button>}>
      <Subject heading="Accueil" hint="Pour qui arrive." end={<footer>Au pied</footer>}>
        <p>Un champ</p>
      </Subject>
      <DangerCard heading="Zone" level="h3" text="Tout part." action="Supprimer" loading={loading} onAct={onAct} />
    </Section>
  );
  const { rerender } = render(card(false));
  expect(screen.getByRole('heading', { level: 1, name: 'Général' })).toBeDefined();
  expect([screen.queryByText('Ce que voit chacun.'), screen.queryByRole('button', { name: 'Créer' })]).not.toContain(
    null,
  );
  const region = screen.getByRole('region', { name: 'Accueil' });
  expect(region.textContent).toBe('AccueilPour qui arrive.Un champAu pied');
  expect(screen.getByRole('heading', { level: 3, name: 'Zone' })).toBeDefined();
  const zone = screen.getByRole('region', { name: 'Zone' });
  expect([region, zone].map(({ dataset }) => dataset.tone)).toEqual([undefined, 'danger']);
  screen.getByRole('button', { name: 'Supprimer' }).click();
  expect(onAct).toHaveBeenCalledOnce();
  rerender(card(true));
  expect(screen.getByRole('button', { name: 'Supprimer' }).getAttribute('aria-busy')).toBe('true');
});

test('A card that is a form of its own is saved by its button, once something in it has changed', async () => {
  const save = vi.fn();
  const card = (unsaved: boolean) => (
    <FormCard heading="Charte" hint="Pour tous." save="Enregistrer" unsaved={unsaved} onSubmit={save}>
      <input aria-label="Texte" />
    </FormCard>
  );
  const { rerender } = render(card(false));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' });
  expect([button.disabled, button.closest('[data-kept]') !== null]).toEqual([true, true]);
  rerender(card(true));
  expect([button.disabled, button.closest('[data-kept]')]).toEqual([false, null]);
  button.click();
  expect(save).toHaveBeenCalledOnce();
});
