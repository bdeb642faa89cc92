import type { ReactNode } from 'react';

const line = { strokeWidth: 2.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

function Scene({ children }: { children: ReactNode }) {
  return (
    <svg width="168" height="120" viewBox="0 0 168 120" fill="none" aria-hidden="true">
      <ellipse cx="84" cy="110" rx="70" ry="6" fill="var(--sunken)" />
      {children}
    </svg>
  );
}

/** Tree of the logo, `size` pixels wide, with its top left corner at (x, y). */
function Tree({ x, y, size, crown, trunk }: { x: number; y: number; size: number; crown: string; trunk: string }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 48})`}>
      <path
        d="M24 4C12.4 4 4 10.9 4 19.4c0 8 7.2 14 16.5 14.5L20 43.2c0 .9 1 1.4 1.7.8l5.1-4.6c.8-.7 1.2-1.7 1.2-2.8v-2.8C37 33 44 27.2 44 19.4 44 10.9 35.6 4 24 4Z"
        fill={crown}
      />
      <path d="M24 34V18m0 7-6-5m6 1 5.5-5" stroke={trunk} strokeWidth="2.6" strokeLinecap="round" />
    </g>
  );
}

/** Illustration for a place without messages: two trees that talk. */
export function TalkIllustration() {
  return (
    <Scene>
      <Tree x={22} y={18} size={96} crown="var(--brand)" trunk="var(--canvas)" />
      <g transform="translate(164 0) scale(-1 1)">
        <Tree x={10} y={46} size={66} crown="var(--accent-strong)" trunk="var(--canvas)" />
      </g>
      <circle cx="122" cy="30" r="3" fill="var(--accent-strong)" />
      <circle cx="134" cy="24" r="2" fill="var(--brand)" />
      <circle cx="14" cy="40" r="2.5" fill="var(--line-strong)" />
    </Scene>
  );
}

/** Illustration for a search without results: a tree under a magnifying glass. */
export function SearchIllustration() {
  return (
    <Scene>
      <Tree x={14} y={44} size={58} crown="var(--brand-soft)" trunk="var(--brand)" />
      <Tree x={108} y={50} size={50} crown="var(--accent-soft)" trunk="var(--accent)" />
      <circle cx="84" cy="50" r="34" fill="var(--raised)" stroke="var(--brand)" strokeWidth="4" />
      <path d="m109 76 22 24" stroke="var(--brand)" strokeWidth="8" strokeLinecap="round" />
      <path d="M72 44a14 14 0 0 1 12-10" stroke="var(--line-strong)" {...line} />
      <path d="M76 62c5-4.5 11-4.5 16 0" stroke="var(--ink-faint)" {...line} />
      <circle cx="76" cy="51" r="2.2" fill="var(--ink-faint)" />
      <circle cx="92" cy="51" r="2.2" fill="var(--ink-faint)" />
    </Scene>
  );
}

/** Illustration for a place to join or create: an open door under the tree. */
export function DoorIllustration() {
  return (
    <Scene>
      <Tree x={6} y={30} size={78} crown="var(--brand-soft)" trunk="var(--brand)" />
      <rect x="78" y="24" width="56" height="86" rx="8" fill="var(--brand)" />
      <rect x="85" y="31" width="42" height="79" rx="3" fill="var(--accent-soft)" />
      <path d="M85 31 112 41v69H85z" fill="var(--accent-strong)" />
      <circle cx="106" cy="77" r="2.6" fill="var(--on-accent)" />
      <path d="M141 110c3-9 9-13 17-14-1 8-6 13-17 14Z" fill="var(--brand)" />
    </Scene>
  );
}

/** Illustration for a missing page: a tree that has lost its leaves. */
export function LostIllustration() {
  return (
    <Scene>
      <path
        d="M84 110V50m0 26L62 58m22 6 20-18M84 50 74 36m10 14 6-20M66 61l-14 2m48-14 14 1"
        stroke="var(--brand)"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path d="M44 84c8-6 14-4 18 2-8 5-14 4-18-2Z" fill="var(--accent-strong)" />
      <path d="M112 70c7-5 13-3 16 2-7 4-12 3-16-2Z" fill="var(--accent-strong)" />
      <path d="M120 102c7-5 13-3 16 2-7 4-12 3-16-2Z" fill="var(--brand)" />
      <path d="M34 104c7-5 13-3 16 2-7 4-12 3-16-2Z" fill="var(--brand-soft)" />
    </Scene>
  );
}
