// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import '../../platform/words/i18n.ts';
import { Avatar } from './Avatar.tsx';
import { Company } from './Company.tsx';
import { identityColour } from './identity.ts';

afterEach(cleanup);

describe('an avatar', () => {
  it('an avatar without a picture shows initials on the id’s colour', () => {
    const { getByText } = render(<Avatar id="u1" firstName="Camille" lastName="Moreau" />);
    expect(getByText('CM').style.background).toMatch(/^var\(--avatar-\d+\)$/);
  });

  it('an avatar differs in colour from the others of its place', () => {
    const ids = Array.from({ length: 200 }, (_, index) => `u${index}`);
    const twin = ids.find(id => id > 'u1' && identityColour(id) === identityColour('u1')) ?? '';
    expect(twin).not.toBe('');
    const { getByText } = render(
      <Company people={[twin, 'u1']}>
        <Avatar id="u1" firstName="Camille" lastName="Moreau" />
        <Avatar id={twin} firstName="Karim" lastName="Benali" />
      </Company>,
    );
    expect(getByText('CM').style.background).toBe(identityColour('u1'));
    expect(getByText('KB').style.background).not.toBe(identityColour('u1'));
  });

  it('an avatar shows its picture at a reserved size, or initials if it cannot be loaded', () => {
    const { container, queryByText } = render(
      <Avatar id="u1" firstName="Camille" lastName="Moreau" src="/api/avatar" size={48} />,
    );
    const picture = container.querySelector('img');
    expect(picture?.getAttribute('width')).toBe('48');
    // Dragged, it would come off its row; a screen reader's user is told the name beside it.
    expect([picture?.draggable, picture?.alt, picture?.height]).toEqual([false, '', 48]);
    expect(queryByText('CM')).toBeNull();
    if (picture) fireEvent.error(picture);
    expect(container.querySelector('img')).toBeNull();
    expect(queryByText('CM')).not.toBeNull();
  });

  it('an avatar shows another picture after one that could not be loaded', () => {
    const avatar = (src: string) => <Avatar id="u1" firstName="Camille" lastName="Moreau" src={src} />;
    const { container, rerender, queryByText } = render(avatar('/api/perdu'));
    fireEvent.error(container.querySelector('img') ?? expect.fail('no picture'));
    expect(queryByText('CM')).not.toBeNull();
    rerender(avatar('/api/avatar'));
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/api/avatar');
  });

  it('an avatar of a place has the initials of its title', () => {
    const { getByText } = render(<Avatar id="w1" title="Atelier Tilleul" firstName="Camille" />);
    expect(getByText('AT')).toBeTruthy();
  });

  it('an avatar without a name shows a default face', () => {
    const { container } = render(<Avatar id="u1" />);
    expect(container.querySelector('svg')).not.toBeNull();
  });

  it('an avatar gives its status in words too', () => {
    const { getByText } = render(<Avatar id="u1" firstName="Camille" status="busy" />);
    expect(getByText('Occupé')).toBeTruthy();
    cleanup();
    // A dot is as large as its avatar lets it be.
    const sizes = [29, 30, 48, 49].map(size => {
      const { container } = render(<Avatar id="u1" firstName="Camille" status="busy" size={size} />);
      return container.querySelector<HTMLElement>('[data-status]')?.dataset.size;
    });
    expect(sizes).toEqual(['small', undefined, undefined, 'large']);
    cleanup();
    const { container } = render(<Avatar id="u1" firstName="Camille" status="online" isResting />);
    const dot = container.querySelector<HTMLElement>('[data-status]');
    expect([dot?.textContent, dot?.dataset.status, dot?.dataset.resting]).toEqual([
      ...['En ligne, au repos', 'online', 'true'],
    ]);
    cleanup();
    expect(
      render(<Avatar id="u1" firstName="Camille" status={null} />).container.querySelector('[data-status]'),
    ).toBeNull();
  });
});
