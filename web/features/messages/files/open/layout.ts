import type { ShownFile } from './local-file.ts';

/**
 * Measures in pixels, as in `MessageFiles.module.css`: the height of a message's files is known before any has loaded.
 */
const most = { width: 360, height: 300 };
/** Side of a tile; in less room, two tiles share the width. */
const tile = 160;
const tilesAcross = 3;
const gap = 8;
const card = 58;
const audio = 82;
const caption = 26;
const smallest = 32;
const around = 10;

type Size = { width: number; height: number };
type Sized = Pick<ShownFile, 'type' | 'width' | 'height'>;

/** Tells how a file is shown: as a picture, in a player, or as a card to download. */
export function kindOf({ type, width, height }: Sized): 'picture' | 'video' | 'audio' | 'card' {
  if (width && height) return 'picture';
  if (/^video\/(mp4|webm|ogg|x-m4v)$/.test(type)) return 'video';
  return type.startsWith('audio/') ? 'audio' : 'card';
}

/** Computes the displayed size of a message's only picture, in the given width. */
export function pictureSize({ width, height }: Size, room: number = most.width): Size {
  const scale = Math.min(1, Math.min(most.width, room) / width, most.height / height);
  const shown = (side: number) => Math.max(smallest, Math.round(side * scale));
  return { width: shown(width), height: shown(height) };
}

/** Computes the height of a message's files, in the given width. */
export function filesHeight(files: readonly Sized[], room: number): number {
  if (files.length === 0) return 0;
  const of = { picture: 0, video: 0, audio: 0, card: 0 };
  for (const file of files) of[kindOf(file)] += 1;
  const blocks: number[] = [];
  if (of.picture === 1) blocks.push(pictureSize(files.find(file => kindOf(file) === 'picture') as Size, room).height);
  else if (of.picture > 1) {
    const side = Math.min(tile, (room - gap - 1) / 2);
    const across = Math.max(1, Math.min(tilesAcross, Math.floor((room + gap) / (side + gap))));
    const lines = Math.ceil(of.picture / across);
    blocks.push(lines * side + (lines - 1) * gap);
  }
  const video = (Math.min(most.width, room) * 9) / 16 + caption;
  for (const [kind, height] of [
    ['video', video],
    ['audio', audio],
    ['card', card],
  ] as const) {
    for (let i = 0; i < of[kind]; i++) blocks.push(height);
  }
  return around + blocks.reduce((sum, height) => sum + height + gap, -gap);
}
