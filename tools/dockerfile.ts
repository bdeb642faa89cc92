import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** Image as the last stage of `deploy/docker/Dockerfile` describes it. */
export interface Image {
  /** Copies from the previous stage: source, and place in the image. */
  copies: { from: string; to: string }[];
  env: Record<string, string>;
  folder: string;
  uid: number;
  gid: number;
  volume: string;
  port: number;
  command: string[];
  healthCheck: string[];
}

/** Reads the Dockerfile, so that tests start the same image. */
export function readImage(): Image {
  const text = readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8').replace(/\\\n/g, ' ');
  const stage = text.slice(text.lastIndexOf('\nFROM '));
  const all = (instruction: string) =>
    [...stage.matchAll(new RegExp(`^${instruction} +(.*)$`, 'gm'))].map(([, rest = '']) => rest.trim());
  const one = (instruction: string): string => {
    const [said, ...others] = all(instruction);
    if (said === undefined || others.length > 0) throw new Error(`the Dockerfile has not one ${instruction}`);
    return said;
  };
  const [uid = 0, gid = 0] = one('USER').split(':').map(Number);
  const copies = all('COPY').map(said => said.split(/\s+/).filter(word => !word.startsWith('--')));
  return {
    copies: copies.map(([from = '', to = '']) => ({ from, to })),
    env: Object.fromEntries(
      one('ENV')
        .split(/\s+/)
        .map(pair => pair.split('=') as [string, string]),
    ),
    folder: one('WORKDIR'),
    uid,
    gid,
    volume: one('VOLUME'),
    port: Number(one('EXPOSE')),
    command: JSON.parse(one('CMD')),
    healthCheck: JSON.parse(/CMD +(\[.*\])/.exec(one('HEALTHCHECK'))?.[1] ?? '[]'),
  };
}
