import { videoOf } from './media.ts';

/** Puts the video in the place of the button that stood for it, by YouTube's own page that keeps no cookies. */
export function playVideo(video: Element, title: string): void {
  const id = videoOf(video.querySelector('a')?.href ?? '');
  if (!id) return;
  const frame = document.createElement('iframe');
  frame.src = `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`;
  frame.width = '100%';
  frame.height = '315';
  frame.title = title;
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  frame.allowFullscreen = true;
  frame.setAttribute('frameborder', '0');
  // YouTube plays nothing for who does not say where it is shown; the place in it is nobody's business.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  video.replaceChildren(frame);
  frame.focus();
}
