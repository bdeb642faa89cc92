/** Bars of a waveform. */
export const waveBars = 48;
/** Size in bytes up to which a waveform is computed: beyond, decoding takes too much memory. */
const decodedAtMost = 5_000_000;

const known = new Map<string, readonly number[]>();

/** Computes the loudest point of each part of the samples, 0 to 1, against the loudest of all. */
export function loudness(samples: Float32Array, bars = waveBars): number[] {
  const length = Math.max(1, Math.floor(samples.length / bars));
  // A few hundred samples of each part are enough to draw it.
  const step = Math.max(1, Math.floor(length / 300));
  const loudest = Array.from({ length: bars }, (_, bar) => {
    let most = 0;
    for (let at = bar * length; at < (bar + 1) * length; at += step) most = Math.max(most, Math.abs(samples[at] ?? 0));
    return most;
  });
  const all = Math.max(...loudest);
  return loudest.map(most => (all > 0 ? most / all : 0));
}

/** Reads the waveform of a sound; undefined when the file is large or the browser cannot decode it. */
export async function waveformOf({ url, size }: { url: string; size: number }): Promise<readonly number[] | undefined> {
  const drawn = known.get(url);
  if (drawn || size > decodedAtMost || typeof OfflineAudioContext === 'undefined') return drawn;
  const answer = await fetch(url);
  if (!answer.ok) return undefined;
  // A low rate is enough to draw, and takes a fifth of the memory.
  const context = new OfflineAudioContext(1, 1, 8_000);
  const sound = await context.decodeAudioData(await answer.arrayBuffer());
  const wave = loudness(sound.getChannelData(0));
  known.set(url, wave);
  return wave;
}
