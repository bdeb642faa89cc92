import { videoOf } from './media.ts';

/** Replaces a video's button by YouTube's cookie-less player. */
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
  // YouTube requires a referrer; the origin alone does not tell the place.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  video.replaceChildren(frame);
  frame.focus();
}
