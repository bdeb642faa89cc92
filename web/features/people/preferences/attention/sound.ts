import { logFailure } from '../../../../platform/device/log.ts';

/** Notes of Palabre's sound, two taps on wood: pitch in hertz, start in seconds. */
const notes = [
  { pitch: 587.33, at: 0 },
  { pitch: 880, at: 0.11 },
];
/** Duration of each note. */
const noteSeconds = 0.42;
/** Limit after which a delayed sound is dropped as stale: a browser may hold a sound back until the next press. */
const staleAfterMs = 1_500;

let context: AudioContext | null = null;
/** Whether a press must still unlock sounds: before the first press, and once the browser has blocked a sound. */
let needsPress = true;
/** Number of sounds that play, or wait for the browser's permission. */
let sounding = 0;

/** Converts a volume of 0 to 100 to a gain: squared, because loudness is perceived by ratios. */
export const gainOf = (volume: number): number => (Math.min(100, Math.max(0, volume)) / 100) ** 2;

/** Runs the audio, which keeps a computer awake, for one more sound; returns the function that releases it. */
async function run(): Promise<{ audio: AudioContext; rest: () => void }> {
  context ??= new AudioContext();
  const audio = context;
  sounding += 1;
  const rest = (): void => {
    sounding -= 1;
    if (sounding > 0) return;
    audio.suspend().catch((cause: unknown) => logFailure('The sound cannot be suspended', cause));
  };
  try {
    // Called on running audio too: it may be about to suspend.
    await audio.resume();
    return { audio, rest };
  } catch (cause) {
    rest();
    throw cause;
  }
}

function strike(audio: AudioContext, pitch: number, from: number, gain: number): OscillatorNode[] {
  const envelope = audio.createGain();
  envelope.gain.setValueAtTime(0.0001, from);
  envelope.gain.exponentialRampToValueAtTime(Math.max(0.0001, gain), from + 0.012);
  envelope.gain.exponentialRampToValueAtTime(0.0001, from + noteSeconds);
  envelope.connect(audio.destination);
  return (
    [
      [1, 'sine'],
      [2, 'triangle'],
    ] as const
  ).map(([partial, type]) => {
    const tone = audio.createOscillator();
    const share = audio.createGain();
    tone.type = type;
    tone.frequency.value = pitch * partial;
    share.gain.value = partial === 1 ? 0.55 : 0.12;
    tone.connect(share).connect(envelope);
    tone.start(from);
    tone.stop(from + noteSeconds);
    return tone;
  });
}

/** Plays Palabre's sound at a volume of 0 to 100. */
export async function playSound(volume: number): Promise<void> {
  const gain = gainOf(volume);
  if (gain === 0 || typeof AudioContext === 'undefined') return;
  try {
    const asked = performance.now();
    const held = setTimeout(() => {
      needsPress = true;
    }, staleAfterMs);
    const { audio, rest } = await run().finally(() => clearTimeout(held));
    if (performance.now() - asked > staleAfterMs) return rest();
    const tones = notes.flatMap(({ pitch, at }) => strike(audio, pitch, audio.currentTime + at, gain));
    tones.at(-1)?.addEventListener('ended', rest, { once: true });
  } catch (cause) {
    logFailure('The sound cannot be played', cause);
  }
}

/**
 * Unlocks the sound at a press while `wanted`: Safari plays a sound only once a press has allowed it, and holds it back
 * again when a call or another page has taken the loudspeaker.
 */
export function unlockSoundAtPress(wanted: () => boolean): void {
  const unlock = (): void => {
    if (!needsPress || !wanted() || typeof AudioContext === 'undefined') return;
    run().then(
      ({ rest }) => {
        needsPress = false;
        rest();
      },
      (cause: unknown) => logFailure('The sound cannot be unlocked', cause),
    );
  };
  for (const press of ['pointerup', 'keydown'])
    document.addEventListener(press, unlock, { capture: true, passive: true });
}
