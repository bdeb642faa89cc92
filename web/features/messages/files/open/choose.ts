import { limits } from '@palabre/common/contract/fields.ts';
import { cleanFileName } from '@palabre/common/rules/messages/file-names.ts';
import { usePlace } from '../../../../platform/place-settings.ts';
import { newUuid } from '../../../../platform/uuid.ts';
import { formatSize } from '../../../../platform/words/format.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { keepBlob } from './blobs.ts';
import type { LocalFile } from './local-file.ts';
// Imports the uploader with the chooser: the connection may be gone by the time of sending.
import './send.ts';
import '../files.texts.ts';

/**
 * Keeps the chosen files that can be sent with a message that already has `already` files, and shows why the other
 * files cannot.
 */
export async function admit(chosen: readonly File[], already: number): Promise<LocalFile[]> {
  const room = Math.max(0, limits.filesPerMessage - already);
  const looked = await Promise.all(chosen.map(async file => ({ file, wrong: await wrongWith(file) })));
  const refused = looked.flatMap(({ wrong }) => wrong ?? []);
  const good = looked.flatMap(({ file, wrong }) => (wrong === null ? file : []));
  if (good.length > room) {
    const t = i18n.within('attachments');
    refused.push(t('tooMany', { most: limits.filesPerMessage, count: good.length - room }));
  }
  for (const sentence of new Set(refused)) alerts.error(sentence);
  return Promise.all(good.slice(0, room).map(keep));
}

async function wrongWith(file: File): Promise<string | null> {
  const t = i18n.within('attachments');
  const name = cleanFileName(file.name);
  const most = usePlace.getState().settings?.fileBytes ?? limits.fileBytes;
  if (file.size > most) return t('tooLarge', { name, most: formatSize(most) });
  // A dropped folder looks like a file until it is read.
  const readable = await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => null);
  if (!readable) return t('unreadable', { name });
  return file.size === 0 ? t('isEmpty', { name }) : null;
}

async function keep(file: File): Promise<LocalFile> {
  const id = newUuid();
  const [size] = await Promise.all([sizeOf(file), keepBlob(id, file)]);
  return { id, name: cleanFileName(file.name), type: file.type, size: file.size, ...size };
}

const none = { width: null, height: null };

/** Measures a picture; returns no size for other files and broken pictures. */
async function sizeOf(file: File): Promise<Pick<LocalFile, 'width' | 'height'>> {
  if (!/^image\/(png|jpeg|gif|webp)$/.test(file.type) || !URL.createObjectURL) return none;
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    return none;
  } finally {
    URL.revokeObjectURL(url);
  }
}
