// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Sound } from './Sound.tsx';
import { loudness } from './waveform.ts';

const soundNamed = (name: string) => ({
  ...{ _id: name, name, type: 'audio/mpeg', size: 1_000, url: `/api/file/${name}` },
  ...{ width: null, height: null, thumbnail: null },
});
const named = (name: string) => screen.getByRole('group', { name });
const audioOf = (name: string) => named(name).querySelector('audio') as HTMLAudioElement;

beforeEach(() => {
  // jsdom plays nothing: the state and the events of a player are given here.
  const paused = new WeakMap<HTMLMediaElement, boolean>();
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return paused.get(this) ?? true;
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    paused.set(this, false);
    fireEvent.play(this);
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    paused.set(this, true);
    fireEvent.pause(this);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('A sound is played, shows its time, moves by arrows, and changes its speed', async () => {
  const user = userEvent.setup();
  render(<Sound file={soundNamed('note.mp3')} reachable />);
  const audio = audioOf('note.mp3');
  expect(audio.preload).toBe('none');
  await user.click(screen.getByRole('button', { name: 'Lire' }));
  Object.defineProperty(audio, 'duration', { value: 220, configurable: true });
  fireEvent.loadedMetadata(audio);
  expect(screen.getByText('0:00 / 3:40')).toBeDefined();
  const position = screen.getByRole('slider', { name: 'Position dans le son' });
  position.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(audio.currentTime).toBe(5);
  expect(position.getAttribute('aria-valuetext')).toBe('0:05 / 3:40');
  await user.click(screen.getByRole('button', { name: 'Vitesse\u00a0: ×1' }));
  expect(audio.playbackRate).toBe(1.25);
  expect(screen.getByRole('button', { name: 'Vitesse\u00a0: ×1,25' })).toBeDefined();
  position.focus();
  await user.keyboard(' ');
  expect(screen.getByRole('button', { name: 'Lire' })).toBeDefined();
});

test('A sound that begins pauses the one that plays', async () => {
  const user = userEvent.setup();
  render(
    <>
      <Sound file={soundNamed('un.mp3')} reachable />
      <Sound file={soundNamed('deux.mp3')} reachable />
    </>,
  );
  await user.click(named('un.mp3').querySelector('button') as HTMLElement);
  await user.click(named('deux.mp3').querySelector('button') as HTMLElement);
  expect(audioOf('un.mp3').paused).toBe(true);
  expect(audioOf('deux.mp3').paused).toBe(false);
});

test('A sound that the browser cannot play says so, and keeps its place', async () => {
  render(<Sound file={soundNamed('faux.mp3')} reachable />);
  fireEvent.error(audioOf('faux.mp3'));
  expect(screen.getByText('Ce son ne peut pas être lu ici.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Lire' })).toHaveProperty('disabled', true);
});

test('The loudness of a sound is that of each part, against the loudest', () => {
  const samples = new Float32Array(400).fill(0.1, 100, 200).fill(-0.5, 200, 300);
  expect(loudness(samples, 4)).toEqual([0, expect.closeTo(0.2), 1, 0]);
  expect(loudness(new Float32Array(0), 2)).toEqual([0, 0]);
});
