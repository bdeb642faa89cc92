import { logFailure } from '../../../../platform/device/log.ts';

/** The notes of our sound, two taps on wood: hertz, and seconds after the first one. */
const notes = [
  { pitch: 587.33, at: 0 },
  { pitch: 880, at: 0.11 },
];
/** How long each sounds, in seconds. */
const length = 0.42;
/** A browser that waits for a press before it lets a page sound may wait long: later than this it is no news, in milliseconds. */
const patience = 1_500;

let context: AudioContext | null = null;

/** 0 to 100 as a loudness: ears hear by ratios. */
export const gainOf = (volume: number): number => (Math.min(100, Math.max(0, volume)) / 100) ** 2;

function strike(audio: AudioContext, pitch: number, from: number, gain: number): void {
  const envelope = audio.createGain();
  envelope.gain.setValueAtTime(0.0001, from);
  envelope.gain.exponentialRampToValueAtTime(Math.max(0.0001, gain), from + 0.012);
  envelope.gain.exponentialRampToValueAtTime(0.0001, from + length);
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
    tone.stop(from + length);
  }
}

/** Plays our sound, at this volume of 0 to 100. */
export async function playSound(volume: number): Promise<void> {
  const gain = gainOf(volume);
  if (gain === 0 || typeof AudioContext === 'undefined') return;
  try {
    context ??= new AudioContext();
    const asked = performance.now();
    if (context.state !== 'running') await context.resume();
    if (performance.now() - asked > patience) return;
    for (const { pitch, at } of notes) strike(context, pitch, context.currentTime + at, gain);
  } catch (cause) {
    logFailure('The sound cannot be played', cause);
  }
}

/**
 * Lets our sound play later, when nothing is pressed: Safari lets a page sound only once it was asked to inside a press, and
 * stops it again when a call or another page takes the loudspeaker.
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
