import { useEffect, useRef } from 'react';
import { logFailure } from '../../platform/device/log.ts';

const allowed = {
  ALLOWED_TAGS: ['a', 'b', 'br', 'code', 'em', 'i', 'li', 'ol', 'p', 'small', 'strong', 'u', 'ul'],
  ALLOWED_ATTR: ['href'],
};

/** HTML message, sanitised to plain formatting and links. DOMPurify is fetched with the first such message. */
export function HtmlMessage({ html }: { html: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let stale = false;
    import('dompurify')
      .then(({ default: purifier }) => {
        if (stale || !place.current) return;
        place.current.replaceChildren(purifier.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true }));
      })
      .catch((cause: unknown) => logFailure('The message cannot be cleaned', cause));
    return () => {
      stale = true;
    };
  }, [html]);
  return <span ref={place} />;
}
