// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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
  expect(screen.getByRole('button', { name: 'Mettre en pause' })).toBeDefined();
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

test('A sound that has no known length says how far it is, and is no stop of Tab out of reach', () => {
  render(<Sound file={soundNamed('note.mp3')} reachable={false} />);
  const audio = audioOf('note.mp3');
  Object.defineProperty(audio, 'duration', { value: Number.POSITIVE_INFINITY, configurable: true });
  audio.currentTime = 5;
  fireEvent.timeUpdate(audio);
  expect(screen.getByText('0:05')).toBeDefined();
  const stops = [...named('note.mp3').querySelectorAll<HTMLElement>('button, input')];
  expect(stops.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1]);
});

test('A sound moves within its bounds, keeps its arrows from the list, and goes through its speeds back to the first', async () => {
  const user = userEvent.setup();
  const heard: string[] = [];
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: it stands for the list of messages.
    <div onKeyDown={({ key }) => heard.push(key)}>
      <Sound file={soundNamed('note.mp3')} reachable />
    </div>,
  );
  const audio = audioOf('note.mp3');
  const position = screen.getByRole<HTMLInputElement>('slider');
  expect(position.disabled).toBe(true);
  Object.defineProperty(audio, 'duration', { value: 8, configurable: true });
  fireEvent.durationChange(audio);
  expect([position.disabled, position.max]).toEqual([false, '8']);
  position.focus();
  await user.keyboard('{ArrowLeft}');
  expect(audio.currentTime).toBe(0);
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(audio.currentTime).toBe(8);
  fireEvent.change(position, { target: { value: '2' } });
  expect([audio.currentTime, position.getAttribute('aria-valuetext')]).toEqual([2, '0:02 / 0:08']);
  audio.currentTime = 4;
  fireEvent.timeUpdate(audio);
  expect(position.getAttribute('aria-valuetext')).toBe('0:04 / 0:08');
  expect(document.querySelectorAll('[data-heard]')).toHaveLength(24);
  await user.keyboard('j');
  expect(heard).toEqual(['j']);
  const speed = () => screen.getByRole('button', { name: /^Vitesse/ });
  for (const rate of [1.25, 1.5, 2, 1]) {
    await user.click(speed());
    expect(audio.playbackRate).toBe(rate);
  }
});

test('A sound whose playing is refused says so', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new DOMException('no', 'NotSupportedError'));
  render(<Sound file={soundNamed('refusé.mp3')} reachable />);
  await userEvent.click(screen.getByRole('button', { name: 'Lire' }));
  expect(await screen.findByText('Ce son ne peut pas être lu ici.')).toBeDefined();
});

test('A sound that is paused before it has loaded, as another one begins, is not taken for one that cannot be played', async () => {
  const interrupt: ((cause: DOMException) => void)[] = [];
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(
    () => new Promise((_, reject) => interrupt.push(reject)),
  );
  render(<Sound file={soundNamed('un.mp3')} reachable />);
  await userEvent.click(screen.getByRole('button', { name: 'Lire' }));
  interrupt[0]?.(new DOMException('The play() request was interrupted by a call to pause()', 'AbortError'));
  await new Promise(done => setTimeout(done));
  expect(screen.queryByText('Ce son ne peut pas être lu ici.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Lire' })).toHaveProperty('disabled', false);
});

test('The waveform of a sound is fetched once it is played, once, and not of a large one', async () => {
  const asked = vi.fn(async () => new Response(new ArrayBuffer(8)));
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = async () => ({ getChannelData: () => new Float32Array(96).fill(1, 0, 2) });
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const bars = () =>
    [...(screen.getByRole('slider').parentElement?.querySelectorAll('rect') ?? [])].map(bar =>
      Number(bar.getAttribute('height')),
    );
  const play = async (size: number) => {
    cleanup();
    render(<Sound file={{ ...soundNamed(`onde-${size}.mp3`), size }} reachable />);
    const before = asked.mock.calls.length;
    await userEvent.click(screen.getByRole('button', { name: 'Lire' }));
    return before;
  };
  expect(await play(5_000_000)).toBe(0);
  await waitFor(() => expect(bars().slice(0, 2)).toEqual([28, 3]));
  await play(5_000_000);
  await waitFor(() => expect(bars().slice(0, 2)).toEqual([28, 3]));
  await play(5_000_001);
  expect([asked.mock.calls, new Set(bars()).size]).toEqual([[['/api/file/onde-5000000.mp3']], 1]);
  // A refused file is requested again when it is played again.
  asked.mockResolvedValueOnce(new Response(new ArrayBuffer(8), { status: 503 }));
  expect(await play(2_000)).toBe(1);
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  await new Promise(done => setTimeout(done));
  expect(new Set(bars()).size).toBe(1);
  expect(await play(2_000)).toBe(2);
  await waitFor(() => expect(bars().slice(0, 2)).toEqual([28, 3]));
  expect(asked).toHaveBeenCalledTimes(3);
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

test('A sound whose speed is chosen first is played at it, though it loads as it begins', async () => {
  const user = userEvent.setup();
  render(<Sound file={soundNamed('note.mp3')} reachable />);
  await user.click(screen.getByRole('button', { name: /^Vitesse/ }));
  const audio = audioOf('note.mp3');
  // Browsers start loaded media at the usual speed.
  audio.playbackRate = 1;
  await user.click(screen.getByRole('button', { name: 'Lire' }));
  expect(audio.playbackRate).toBe(1.25);
});
