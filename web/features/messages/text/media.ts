import type { StateInline } from 'markdown-it';

/** Maximum of pictures and videos in one message; further ones show as typed. */
const maxMedia = 10;

const counted = (state: StateInline): boolean => {
  const env = state.env as { media?: number };
  env.media = (env.media ?? 0) + 1;
  return env.media <= maxMedia;
};

/** Matches a GIF as the picker writes it: an address of this server, which fetches from the provider. */
const gifHere = /!\[([^[\]\n]{0,300})\]\((\/api\/gif\/media\?[\w%&=.+*-]{1,4000})\)/y;

/** Start of a GIF's address on this server. */
export const gifAddress = '/api/gif/media?';
/** Maximum width and height of a GIF, in pixels. */
const maxSidePx = 2_000;

/** Reads a GIF of the picker; any other picture would reveal its readers to another site. */
export function readGif(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '!') return false;
  gifHere.lastIndex = state.pos;
  const [found, alt = '', src = ''] = gifHere.exec(state.src) ?? [];
  if (!found || state.pos + found.length > state.posMax) return false;
  if (!silent) {
    if (!counted(state)) return false;
    const asked = new URLSearchParams(src.slice(gifAddress.length));
    const sides = ['width', 'height'].map(name => Number(asked.get(name)));
    const known = sides.every(side => Number.isInteger(side) && side > 0 && side <= maxSidePx);
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

/** Parses an address; `URL.canParse` needs Chromium 120 or Safari 17. */
function addressOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Returns the video id of a YouTube address; null for any other address. */
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

/** Marks a YouTube address without a title as a video. */
export function showVideos(state: StateInline): void {
  state.tokens.forEach((token, index) => {
    const [text, close] = [state.tokens[index + 1], state.tokens[index + 2]];
    const href = token.type === 'link_open' && close?.type === 'link_close' ? token.attrGet('href') : null;
    if (!href || !text?.content || !/^(https?:|www\.|youtu)/.test(text.content)) return;
    if (videoOf(String(href)) && counted(state)) token.meta = { video: true };
  });
}

const ownEmojiHere = /:([a-z0-9_+-]{2,30}):/y;

/** Reads « :tilleul: » as an emoji of the workspace; its placeholder is filled in later, if an emoji has that name. */
export function readEmoji(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== ':' || /[\p{L}\p{N}:/]/u.test(state.src[state.pos - 1] ?? '')) return false;
  ownEmojiHere.lastIndex = state.pos;
  const found = ownEmojiHere.exec(state.src)?.[0];
  if (!found || state.pos + found.length > state.posMax) return false;
  if (!silent) state.push('emoji', '', 0).content = found;
  state.pos += found.length;
  return true;
}
