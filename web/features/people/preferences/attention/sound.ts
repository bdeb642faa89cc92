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

/** Converts a volume of 0 to 100 to a gain: squared, because loudness is perceived by ratios. */
export const gainOf = (volume: number): number => (Math.min(100, Math.max(0, volume)) / 100) ** 2;

function strike(audio: AudioContext, pitch: number, from: number, gain: number): void {
  const envelope = audio.createGain();
  envelope.gain.setValueAtTime(0.0001, from);
  envelope.gain.exponentialRampToValueAtTime(Math.max(0.0001, gain), from + 0.012);
  envelope.gain.exponentialRampToValueAtTime(0.0001, from + noteSeconds);
  envelope.connect(audio.destination);
  for (const [partial, type] of [
    [1, 'sine'],
    [2, 'triangle'],
  ] as const) {
    const tone = audio.createOscillator();
    const share = audio.createGain();
    tone.type = type;
    tone.frequency.value = pitch * partial;
    share.gain.value = partial === 1 ? 0.55 : 0.12;
    tone.connect(share).connect(envelope);
    tone.start(from);
    tone.stop(from + noteSeconds);
  }
}

/** Plays Palabre's sound at a volume of 0 to 100. */
export async function playSound(volume: number): Promise<void> {
  const gain = gainOf(volume);
  if (gain === 0 || typeof AudioContext === 'undefined') return;
  try {
    context ??= new AudioContext();
    const asked = performance.now();
    if (context.state !== 'running') await context.resume();
    if (performance.now() - asked > staleAfterMs) return;
    for (const { pitch, at } of notes) strike(context, pitch, context.currentTime + at, gain);
  } catch (cause) {
    logFailure('The sound cannot be played', cause);
  }
}

/**
 * Unlocks the sound at each press while `wanted`: Safari plays a sound only once a press has allowed it, and suspends
 * it again when a call or another page takes the loudspeaker.
 */
export function unlockSoundAtPress(wanted: () => boolean): void {
  const unlock = (): void => {
    if (!wanted() || typeof AudioContext === 'undefined' || context?.state === 'running') return;
    context ??= new AudioContext();
    context.resume().catch((cause: unknown) => logFailure('The sound cannot be unlocked', cause));
  };
  for (const press of ['pointerup', 'keydown'])
    document.addEventListener(press, unlock, { capture: true, passive: true });
}
