import { useEffect, useState } from 'react';
import { blobOf } from './open/blobs.ts';
import type { LocalFile } from './open/local-file.ts';

/** Returns an object URL of a local picture while it is mounted; null until it is read, and for other files. */
export function useBlobUrl({ id, width }: LocalFile): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (width === null) return;
    let made: string | null = null;
    let gone = false;
    void blobOf(id).then(blob => {
      if (gone || !blob) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    });
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, width]);
  return url;
}
