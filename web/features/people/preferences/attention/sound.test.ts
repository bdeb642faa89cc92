// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSpeaker, FakeAudio, SuspendedAudio, speaker } from '../../../../test/fake-audio.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', FakeAudio);
  // Unlocks the sound listeners that other files of this process have left.
  document.dispatchEvent(new Event('pointerup'));
  clearSpeaker();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('The sound is unlocked by the first press, so that it plays later without one, unless sounds are off', async () => {
  const asked = vi.spyOn(FakeAudio.prototype, 'resume');
  vi.stubGlobal('AudioContext', SuspendedAudio);
  const { playSound, unlockSoundAtPress } = await import('./sound.ts');
  let wanted = false;
  unlockSoundAtPress(() => wanted);
  document.body.click();
  document.dispatchEvent(new Event('pointerup'));
  expect(asked).not.toHaveBeenCalled();
  wanted = true;
  // A field that keeps its keys to itself unlocks it as well.
  document.body.addEventListener('keydown', event => event.stopPropagation(), { once: true });
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
  expect(asked).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(0);
  document.dispatchEvent(new Event('pointerup'));
  expect(asked).toHaveBeenCalledOnce();
  await playSound(75);
  expect(speaker.loudness.length).toBeGreaterThan(0);
});

test('The audio, which keeps a computer awake, runs only while something sounds', async () => {
  const all: FakeAudio[] = [];
  class CountedAudio extends SuspendedAudio {
    constructor() {
      super();
      all.push(this);
    }
  }
  vi.stubGlobal('AudioContext', CountedAudio);
  const { playSound, unlockSoundAtPress } = await import('./sound.ts');
  unlockSoundAtPress(() => true);
  document.dispatchEvent(new Event('pointerup'));
  await vi.advanceTimersByTimeAsync(0);
  expect(all.map(({ state }) => state)).toEqual(['suspended']);
  await playSound(75);
  const firstEnded = speaker.ended;
  await playSound(75);
  firstEnded();
  expect(all.map(({ state }) => state)).toEqual(['running']);
  speaker.ended();
  expect(all.map(({ state }) => state)).toEqual(['suspended']);
});

test('A sound that the browser holds back until a later press is not played any more, and the next press unlocks', async () => {
  let press = () => {};
  let asked = 0;
  class HeldAudio extends SuspendedAudio {
    override resume() {
      asked += 1;
      return new Promise<void>(resume => {
        press = resume;
      });
    }
  }
  vi.stubGlobal('AudioContext', HeldAudio);
  const { playSound, unlockSoundAtPress } = await import('./sound.ts');
  unlockSoundAtPress(() => true);
  document.dispatchEvent(new Event('pointerup'));
  press();
  await vi.advanceTimersByTimeAsync(0);
  for (const [waitMs, heard] of [
    [1_400, true],
    [1_600, false],
  ] as const) {
    speaker.loudness = [];
    const played = playSound(75);
    await vi.advanceTimersByTimeAsync(waitMs);
    press();
    await played;
    expect(speaker.loudness.length > 0).toBe(heard);
    asked = 0;
    document.dispatchEvent(new Event('pointerup'));
    expect(asked).toBe(heard ? 0 : 1);
  }
});

test('A sound at volume zero is not played, and its audio is not even asked for', async () => {
  const asked = vi.fn();
  vi.stubGlobal('AudioContext', asked);
  const { playSound } = await import('./sound.ts');
  await playSound(0);
  expect(asked).not.toHaveBeenCalled();
});

test('A sound that the browser cannot play, unlock or suspend is logged, and throws nothing; the next one is played', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const said = () => logged.mock.calls.map(([what]) => what);
  let fails: 'resume' | 'suspend' | null = 'resume';
  const suspended = vi.fn();
  class BrokenAudio extends SuspendedAudio {
    override async resume() {
      if (fails === 'resume') throw new Error('no device');
    }
    override async suspend() {
      suspended();
      if (fails === 'suspend') throw new Error('no device');
    }
  }
  vi.stubGlobal('AudioContext', BrokenAudio);
  const { playSound, unlockSoundAtPress } = await import('./sound.ts');
  await playSound(75);
  unlockSoundAtPress(() => true);
  document.dispatchEvent(new Event('pointerup'));
  await vi.advanceTimersByTimeAsync(0);
  expect(said()).toEqual(['The sound cannot be played', 'The sound cannot be unlocked']);
  // Neither of them counts as still sounding.
  expect(suspended).toHaveBeenCalledTimes(2);
  fails = null;
  await playSound(75);
  expect(speaker.loudness.length).toBeGreaterThan(0);
  fails = 'suspend';
  speaker.ended();
  await vi.advanceTimersByTimeAsync(0);
  expect([suspended.mock.calls.length, said().at(-1)]).toEqual([3, 'The sound cannot be suspended']);
});
