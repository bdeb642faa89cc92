import { useEffect, useState } from 'react';
import { blobOf } from './open/blobs.ts';
import type { LocalFile } from './open/local-file.ts';

/** An address of a picture on this device, for as long as it is shown; null until it is read, or for anything else. */
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
