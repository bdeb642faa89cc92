// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import '../../platform/words/i18n.ts';
import { AlertOverlay } from './AlertOverlay.tsx';
import { alerts, useAlerts } from './alerts.ts';

beforeEach(() => {
  vi.useFakeTimers();
  render(<AlertOverlay />);
});

afterEach(() => {
  cleanup();
  alerts.clear();
  vi.useRealTimers();
});

function pass(milliseconds: number) {
  act(() => vi.advanceTimersByTime(milliseconds));
}

describe('an alert', () => {
  it('an alert starts undispatched, as plain text, with a short id', () => {
    act(() => void alerts.success('Salon créé'));
    const [alert] = useAlerts.getState().alerts;
    expect(alert).toMatchObject({ message: 'Salon créé', type: 'success', isHtmlMessage: false, dispatched: false });
    expect(alert?.id).toMatch(/^[a-z0-9]{8}$/);
  });

  it('an alert stays 3000 ms and is then removed', () => {
    act(() => void alerts.error('Une erreur est survenue'));
    pass(2999);
    expect(screen.getByText('Une erreur est survenue')).toBeTruthy();
    pass(1);
    expect(screen.queryByText('Une erreur est survenue')).toBeNull();
    expect(useAlerts.getState().alerts).toEqual([]);
  });

  it('an alert is removed alone: a later alert keeps its own 3000 ms', () => {
    act(() => void alerts.info('Première'));
    pass(2000);
    act(() => void alerts.info('Seconde'));
    pass(1000);
    expect(screen.queryByText('Première')).toBeNull();
    expect(screen.getByText('Seconde')).toBeTruthy();
    pass(2000);
    expect(screen.queryByText('Seconde')).toBeNull();
  });

  it('an alert with an action stays for its durationMs, and the action closes it', () => {
    const run = vi.fn();
    act(
      () => void alerts.success('Tout est marqué comme lu.', { action: { label: 'Annuler', run }, durationMs: 10_000 }),
    );
    pass(9_999);
    fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByText('Tout est marqué comme lu.')).toBeNull();
    act(() => void alerts.success('Encore', { action: { label: 'Annuler', run }, durationMs: 10_000 }));
    pass(10_000);
    expect(screen.queryByText('Encore')).toBeNull();
  });

  it('an alert is marked dispatched before it is removed', () => {
    act(() => void alerts.info('Première'));
    const seen: boolean[][] = [];
    const stop = useAlerts.subscribe(state => seen.push(state.alerts.map(alert => alert.dispatched)));
    pass(3000);
    stop();
    expect(seen).toEqual([[true], []]);
  });

  it('a closed alert is removed at once, and no other', () => {
    act(() => {
      alerts.warning('Première');
      alerts.warning('Seconde');
    });
    const [first] = screen.getAllByRole('button', { name: 'Fermer la notification' });
    if (first) fireEvent.click(first);
    expect(screen.queryByText('Première')).toBeNull();
    expect(screen.getByText('Seconde')).toBeTruthy();
  });

  it('an alert is announced by a polite live region that exists before it', () => {
    const region = screen.getByRole('region', { name: 'Alertes' });
    expect([region.getAttribute('aria-live'), region.getAttribute('aria-relevant')]).toEqual(['polite', 'additions']);
    act(() => void alerts.info('Bonjour'));
    expect(region.textContent).toContain('Bonjour');
  });

  it('an alert says its kind to who cannot see its colour, then its title, its message and the reason', () => {
    act(() => void alerts.error('Rien n’a changé.', { title: 'Erreur', reason: 'Vous n’êtes plus membre.' }));
    expect(screen.getByRole('listitem').textContent).toBe(
      'Erreur\u00a0: Erreur Rien n’a changé.Vous n’êtes plus membre.',
    );
  });

  it('an alert has the colour and the sign of its kind, and a bar that runs for as long as it stays', () => {
    act(() => {
      for (const kind of ['success', 'error', 'warning', 'info'] as const) alerts[kind](kind);
      alerts.info('lente', { durationMs: 10_000 });
    });
    const bars = screen
      .getAllByRole('listitem')
      .map(({ dataset, firstElementChild: bar }) => [dataset.type, (bar as HTMLElement).style.animationDuration]);
    expect(bars).toEqual([
      ...['success', 'error', 'warning', 'info'].map(kind => [kind, '3000ms']),
      ['info', '10000ms'],
    ]);
    const signs = screen.getAllByRole('listitem').map(one => one.querySelector('svg')?.innerHTML);
    expect(new Set(signs.slice(0, 4)).size, 'kinds with a sign of their own').toBe(4);
    expect(signs[4]).toBe(signs[3]);
  });

  it('an alert stands where it covers no control, and moves with the content of the page', () => {
    let tell = () => {};
    const disconnect = vi.fn();
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(private readonly heard: () => void) {}
        observe(target: Element) {
          if (target.id === 'content') tell = this.heard;
        }
        disconnect = disconnect;
      },
    );
    const content = document.body.appendChild(Object.assign(document.createElement('main'), { id: 'content' }));
    let top = 60;
    content.getBoundingClientRect = () => new DOMRect(100, top, 800, 600);
    const control = content.appendChild(document.createElement('button'));
    control.getBoundingClientRect = () => new DOMRect(100, top, 800, 40);
    const overlay = document.querySelector<HTMLElement>('[data-alerts]') ?? expect.fail('no overlay');
    overlay.getBoundingClientRect = () => new DOMRect(0, 0, 300, 50);
    act(() => void alerts.info('Bonjour'));
    const place = () => [overlay.style.left, Number.parseInt(overlay.style.top, 10) >= top + 40];
    expect(place()).toEqual(['350px', true]);
    top = 200;
    tell();
    expect(place()).toEqual(['350px', true]);
    act(() => alerts.clear());
    expect(disconnect).toHaveBeenCalledOnce();
    content.remove();
    vi.unstubAllGlobals();
  });

  it('an alert over layers covers no control of the topmost, whatever is below, and does not flee its own buttons', () => {
    const boxes = new Map<Element, DOMRect>();
    const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return boxes.get(this) ?? new DOMRect();
    });
    const add = (parent: Element, tag: string, box: DOMRect) => {
      const element = parent.appendChild(document.createElement(tag));
      boxes.set(element, box);
      return element;
    };
    const content = add(document.body, 'main', new DOMRect(100, 60, 800, 600));
    content.id = 'content';
    add(content, 'button', new DOMRect(100, 60, 800, 300));
    onTestFinished(() => {
      content.remove();
      measured.mockRestore();
    });
    const layers = [250, 40].map(height => {
      const layer = add(document.body, 'div', new DOMRect());
      Object.assign(layer.dataset, { layer: '', state: 'open' });
      add(layer, 'button', new DOMRect(100, 60, 800, height));
      return layer;
    });
    const overlay = document.querySelector<HTMLElement>('[data-alerts]') ?? expect.fail('no overlay');
    boxes.set(overlay, new DOMRect(0, 0, 300, 50));
    const top = () => Number.parseInt(overlay.style.top, 10);
    act(() => void alerts.info('Bonjour'));
    expect([top() >= 100, top() < 310]).toEqual([true, true]);
    // Without layers, it is below the page's control.
    for (const layer of layers) layer.remove();
    act(() => void alerts.info('Encore'));
    const place = top();
    expect(place).toBeGreaterThanOrEqual(360);
    for (const button of screen.getAllByRole('button', { name: 'Fermer la notification' }))
      boxes.set(button, new DOMRect(100, place, 800, 50));
    act(() => void alerts.info('Enfin'));
    expect(top()).toBe(place);
  });

  it('an alert shows tags as text unless isHtmlMessage is set', () => {
    act(() => void alerts.info('<b>gras</b>'));
    expect(screen.getByText('<b>gras</b>')).toBeTruthy();
  });

  it('an HTML alert is sanitised: no script, no handler, no javascript: link', async () => {
    vi.useRealTimers();
    act(
      () =>
        void alerts.info(
          '<b>gras</b><img src=x onerror=alert(1)><a href="javascript:alert(1)" onclick="x()">lien</a>',
          {
            isHtmlMessage: true,
          },
        ),
    );
    await waitFor(() => expect(screen.getByText('gras').tagName).toBe('B'));
    expect(document.querySelector('[data-alerts] img')).toBeNull();
    const link = screen.getByText('lien');
    expect(link.getAttribute('href')).toBeNull();
    expect(link.getAttribute('onclick')).toBeNull();
    act(() => void alerts.info('<a href="https://palabre.fr">ici</a>', { isHtmlMessage: true }));
    await waitFor(() => expect(screen.getByText('ici').getAttribute('href')).toBe('https://palabre.fr'));
  });
});
