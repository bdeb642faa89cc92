/** Mood of the logo's tree in a drawing. */
export type Mood =
  | 'sleepy'
  | 'hello'
  | 'hugs'
  | 'ok'
  | 'please'
  | 'thanks'
  | 'miss'
  | 'wink'
  | 'whatever'
  | 'hungry'
  | 'dance'
  | 'annoyed';

/** Size of a drawing in pixels. */
export const pictureWidth = 320;
export const pictureHeight = 240;

const dark = '#12332a';
const line = `fill="none" stroke="${dark}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"`;
const path = (d: string, attributes = '') => `<path d="${d}" ${line} ${attributes}/>`;
const group = (name: string, inside: string) => `<g class="${name}">${inside}</g>`;
const heart = (x: number, y: number, size: number) =>
  `<path transform="translate(${x} ${y}) scale(${size})" fill="#d9583f" d="M0 6C-8-4-16 2-10 10L0 20 10 10C16 2 8-4 0 6Z"/>`;

const eyes = {
  open: '<circle cx="136" cy="96" r="7"/><circle cx="184" cy="96" r="7"/>',
  large:
    '<circle cx="136" cy="96" r="14"/><circle cx="184" cy="96" r="14"/><g fill="#fff"><circle cx="141" cy="91" r="5"/><circle cx="189" cy="91" r="5"/></g>',
  closed: path('M126 96q10 9 20 0M174 96q10 9 20 0'),
  happy: path('M126 100q10-13 20 0M174 100q10-13 20 0'),
  bored: `${path('M124 90h24M172 90h24')}<circle cx="141" cy="97" r="6"/><circle cx="189" cy="97" r="6"/>`,
};
const smile = path('M140 120q20 20 40 0');

/** Face, surroundings and animation of each mood. */
const moods: Record<Mood, { face: string; around?: string; style: string }> = {
  sleepy: {
    face: `${eyes.closed}<ellipse class="breath" cx="160" cy="128" rx="8" ry="9"/>`,
    around: `<g fill="#e39a2d" font-family="Georgia,serif" font-weight="700"><text class="z" x="222" y="70" font-size="26">z</text><text class="z z2" x="242" y="52" font-size="34">z</text><text class="z z3" x="264" y="34" font-size="42">Z</text></g>`,
    style:
      '.tree{animation:sway 4s ease-in-out infinite}.breath{animation:breath 4s ease-in-out infinite;transform-origin:160px 128px}.z{animation:rise 3s ease-in-out infinite}.z2{animation-delay:.5s}.z3{animation-delay:1s}',
  },
  hello: {
    face: eyes.open + smile,
    around: group('arm', `${path('M214 132q26-6 34-40')}<circle cx="250" cy="84" r="15" fill="#2f8a68"/>`),
    style:
      '.arm{animation:wave .7s ease-in-out infinite alternate;transform-origin:214px 132px}.tree{animation:sway 2.8s ease-in-out infinite}',
  },
  hugs: {
    face: eyes.happy + smile,
    around: `${group('left', path('M104 130Q70 120 62 90'))}${group('right', path('M216 130Q250 120 258 90'))}${group('beat', heart(160, 20, 1.1))}${group('beat late', heart(246, 44, 0.7))}${group('beat late', heart(74, 44, 0.7))}`,
    style:
      '.left{animation:open 1.4s ease-in-out infinite alternate;transform-origin:104px 130px}.right{animation:shut 1.4s ease-in-out infinite alternate;transform-origin:216px 130px}.beat{animation:beat .9s ease-in-out infinite alternate;transform-box:fill-box;transform-origin:center}.late{animation-delay:.3s}',
  },
  ok: {
    face: eyes.open + smile,
    around: group(
      'pop',
      '<circle cx="244" cy="72" r="32" fill="#e39a2d"/><path d="M229 73l11 12 20-24" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>',
    ),
    style:
      '.pop{animation:pop 2s cubic-bezier(.2,1.6,.4,1) infinite;transform-origin:244px 72px}.tree{animation:nod 2s ease-in-out infinite;transform-origin:160px 210px}',
  },
  please: {
    face: `${eyes.large}${path('M150 128q10-8 20 0')}`,
    around: group(
      'hands',
      '<path d="M150 176q4-26 10-34 6 8 10 34Z" fill="#2f8a68" stroke="#12332a" stroke-width="4" stroke-linejoin="round"/>',
    ),
    style:
      '.hands{animation:bob .8s ease-in-out infinite alternate}.tree{animation:bob 1.6s ease-in-out infinite alternate}',
  },
  thanks: {
    face: eyes.happy + smile,
    around: group('rise', heart(244, 60, 1.4)),
    style:
      '.tree{animation:bow 2.4s ease-in-out infinite;transform-origin:160px 214px}.rise{animation:rise 2.4s ease-in-out infinite}',
  },
  miss: {
    face: `${eyes.open}${path('M142 132q18-16 36 0')}${path('M124 80l18-6M178 74l18 6')}<path class="tear" d="M188 108c-6 9-7 16 0 16s6-7 0-16Z" fill="#5aa7d6"/>`,
    style: '.tear{animation:tear 1.8s ease-in infinite}.tree{animation:sway 5s ease-in-out infinite}',
  },
  wink: {
    face: `<circle cx="136" cy="96" r="7"/><g class="wink"><circle cx="184" cy="96" r="7"/></g>${path('M140 120q24 18 42-4')}`,
    around: group('spark', '<path d="M236 62l5 13 13 5-13 5-5 13-5-13-13-5 13-5Z" fill="#e39a2d"/>'),
    style:
      '.wink{animation:wink 1.8s ease-in-out infinite;transform-origin:184px 96px}.spark{animation:pop 1.8s ease-out infinite;transform-origin:236px 80px}',
  },
  whatever: {
    face: `${eyes.bored}${path('M144 126h32')}`,
    around: group('shrug', path('M104 140q-26 2-36-18M216 140q26 2 36-18')),
    style:
      '.shrug{animation:bob 1.6s ease-in-out infinite alternate}.tree{animation:nod 3.2s ease-in-out infinite;transform-origin:160px 210px}',
  },
  hungry: {
    face: `${eyes.open}<g class="mouth"><ellipse cx="160" cy="126" rx="20" ry="15"/><path d="M146 132q14-12 28 0-14 12-28 0Z" fill="#d9583f"/></g>`,
    around: group(
      'bite',
      '<circle cx="252" cy="126" r="20" fill="#d9583f"/><path d="M252 108q2-12 12-14" fill="none" stroke="#12332a" stroke-width="4" stroke-linecap="round"/>',
    ),
    style:
      '.mouth{animation:breath 1.2s ease-in-out infinite;transform-origin:160px 126px}.bite{animation:bite 2.4s ease-in-out infinite}',
  },
  dance: {
    face: eyes.happy + smile,
    around: `<g fill="#e39a2d">${group('note', '<path d="M60 90v-40l26-8v38a11 9 0 1 1-6-8V54l-14 4v34a11 9 0 1 1-6-2Z"/>')}${group('note late', '<path d="M244 78V38l26-8v38a11 9 0 1 1-6-8V42l-14 4v34a11 9 0 1 1-6-2Z"/>')}</g>${path('M104 136Q76 128 74 100M216 136q28-2 34 26')}`,
    style:
      '.all{animation:dance .9s ease-in-out infinite alternate;transform-origin:160px 216px}.note{animation:bob .45s ease-in-out infinite alternate}.late{animation-delay:.2s}',
  },
  annoyed: {
    face: `${eyes.open}${path('M122 78l24 8M198 78l-24 8')}${path('M138 130l9-8 9 8 9-8 9 8 9-8')}`,
    around: `<g class="puff" fill="none" stroke="#d9583f" stroke-width="6" stroke-linecap="round"><path d="M236 52q10-4 12-16M252 66q14 0 22-12"/><path d="M84 52q-10-4-12-16M68 66q-14 0-22-12"/></g>`,
    style: '.all{animation:shake .25s linear infinite alternate}.puff{animation:blink 1s ease-in-out infinite}',
  },
};

const moves = `
@keyframes sway{0%,100%{transform:rotate(-2deg)}50%{transform:rotate(2deg)}}
@keyframes breath{0%,100%{transform:scale(.8)}50%{transform:scale(1.15)}}
@keyframes rise{0%{opacity:0;transform:translateY(14px)}40%{opacity:1}100%{opacity:0;transform:translateY(-14px)}}
@keyframes wave{from{transform:rotate(-14deg)}to{transform:rotate(18deg)}}
@keyframes open{from{transform:rotate(0)}to{transform:rotate(-40deg)}}
@keyframes shut{from{transform:rotate(0)}to{transform:rotate(40deg)}}
@keyframes beat{from{transform:scale(.85)}to{transform:scale(1.15)}}
@keyframes pop{0%{transform:scale(0)}30%,80%{transform:scale(1)}100%{transform:scale(0)}}
@keyframes nod{0%,100%{transform:rotate(0)}25%{transform:rotate(3deg)}75%{transform:rotate(-3deg)}}
@keyframes bob{from{transform:translateY(0)}to{transform:translateY(-8px)}}
@keyframes bow{0%,40%,100%{transform:rotate(0)}60%,80%{transform:rotate(14deg)}}
@keyframes tear{0%{opacity:0;transform:translateY(-4px)}20%{opacity:1}100%{opacity:0;transform:translateY(46px)}}
@keyframes wink{0%,60%,100%{transform:scaleY(1)}70%,90%{transform:scaleY(.12)}}
@keyframes bite{0%,100%{transform:translateX(0)}50%{transform:translateX(-72px) scale(.92)}}
@keyframes dance{from{transform:rotate(-7deg) translateY(0)}to{transform:rotate(7deg) translateY(-6px)}}
@keyframes shake{from{transform:translateX(-3px)}to{transform:translateX(3px)}}
@keyframes blink{0%,100%{opacity:.25}50%{opacity:1}}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}`;

/**
 * Draws the tree in a mood, by day or by night, as an animated SVG; it stands still for people who prefer reduced
 * motion.
 */
export function draw(mood: Mood, night: boolean): string {
  const { face, around = '', style } = moods[mood];
  const [ground, far, crown, shade] = night
    ? ['#1d2f3a', '#26404d', '#4aa886', '#37876b']
    : ['#f4e8cd', '#e9d8b2', '#58b892', '#3f9a77'];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pictureWidth} ${pictureHeight}" width="${pictureWidth}" height="${pictureHeight}"><style>.tree{transform-origin:160px 214px}${style}${moves}</style><rect width="320" height="240" fill="${ground}"/><circle cx="${night ? 268 : 52}" cy="${night ? 44 : 48}" r="${night ? 20 : 26}" fill="${night ? '#f0dca0' : '#f0b454'}" opacity=".75"/><ellipse cx="160" cy="228" rx="190" ry="34" fill="${far}"/><g class="all"><g class="tree"><path d="M148 160h24l6 58q-18 8-36 0Z" fill="#7a5230"/><path d="M160 36c44 0 72 26 72 64s-28 64-72 64-72-26-72-64 28-64 72-64Z" fill="${crown}"/><path d="M97 124q20 40 63 40 44 0 63-40-20 24-63 24t-63-24Z" fill="${shade}"/><g fill="${dark}">${face}</g></g>${around}</g></svg>`;
}
