import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';

/** File chosen on this device and not sent yet; `blobs.ts` holds its bytes, under its id. */
export type LocalFile = Pick<FileAttachment, 'name' | 'type' | 'size' | 'width' | 'height'> & { id: string };

/** File of a message, sent or not yet. */
export type ShownFile = LocalFile | FileAttachment;
