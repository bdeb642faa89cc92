import type { StateInline } from 'markdown-it';

/** Pictures and videos of one message: more of them are shown as they were typed. */
const mediaAtMost = 10;

const counted = (state: StateInline): boolean => {
  const env = state.env as { media?: number };
  env.media = (env.media ?? 0) + 1;
  return env.media <= mediaAtMost;
};

/** A GIF as the picker writes it: fetched from this server alone, which fetches it from the provider. */
const gifHere = /!\[([^[\]\n]{0,300})\]\((\/api\/gif\/media\?[\w%&=.+*-]{1,4000})\)/y;
export const gifAddress = '/api/gif/media?';
/** Pixels; the picture is shown no larger anyway. */
const sideAtMost = 2_000;

/** Shows a GIF of the picker; any other picture would tell another site who reads. */
export function readGif(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '!') return false;
  gifHere.lastIndex = state.pos;
  const [found, alt = '', src = ''] = gifHere.exec(state.src) ?? [];
  if (!found || state.pos + found.length > state.posMax) return false;
  if (!silent) {
    if (!counted(state)) return false;
    const asked = new URLSearchParams(src.slice(gifAddress.length));
    const sides = ['width', 'height'].map(name => Number(asked.get(name)));
    const known = sides.every(side => Number.isInteger(side) && side > 0 && side <= sideAtMost);
    const token = state.push('gif', 'img', 0);
    token.attrs = [
      ['class', 'gif'],
      ['src', src],
      ['alt', alt],
      ...(known ? sides.map((side, i): [string, string] => [i === 0 ? 'width' : 'height', String(side)]) : []),
    ];
  }
  state.pos += found.length;
  return true;
}

/** `URL.canParse` is there from Chromium 120 and Safari 17 on only. */
function addressOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** The video that an address of YouTube leads to; null for any other. */
export function videoOf(address: string): string | null {
  const url = addressOf(address);
  if (!url) return null;
  const { hostname, pathname, searchParams } = url;
  const host = hostname.replace(/^(www|m|music)\./, '');
  const [, first = '', second = ''] = pathname.split('/');
  const id =
    host === 'youtu.be'
      ? first
      : host !== 'youtube.com' && host !== 'youtube-nocookie.com'
        ? null
        : first === 'watch'
          ? searchParams.get('v')
          : ['embed', 'shorts', 'live', 'v'].includes(first)
            ? second
            : null;
  return id && /^[\w-]{11}$/.test(id) ? id : null;
}

/** An address of YouTube that stands alone, not one that has a name, becomes its video. */
export function showVideos(state: StateInline): void {
  state.tokens.forEach((token, index) => {
    const [text, close] = [state.tokens[index + 1], state.tokens[index + 2]];
    const href = token.type === 'link_open' && close?.type === 'link_close' ? token.attrGet('href') : null;
    if (!href || !text?.content || !/^(https?:|www\.|youtu)/.test(text.content)) return;
    if (videoOf(String(href)) && counted(state)) token.meta = { video: true };
  });
}

const ownEmojiHere = /:([a-z0-9_+-]{2,30}):/y;

/** « :tilleul: »: an emoji of the workspace, if it has one of that name; what stands for it is filled in later. */
export function readEmoji(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== ':' || /[\p{L}\p{N}:/]/u.test(state.src[state.pos - 1] ?? '')) return false;
  ownEmojiHere.lastIndex = state.pos;
  const found = ownEmojiHere.exec(state.src)?.[0];
  if (!found || state.pos + found.length > state.posMax) return false;
  if (!silent) state.push('emoji', '', 0).content = found;
  state.pos += found.length;
  return true;
}
