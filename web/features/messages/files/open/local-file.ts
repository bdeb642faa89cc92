import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';

/** A file chosen on this device and not sent yet: its bytes are in `blobs.ts`, under its id. */
export type LocalFile = Pick<FileAttachment, 'name' | 'type' | 'size' | 'width' | 'height'> & { id: string };

/** What a message shows of a file, sent or not yet. */
export type ShownFile = LocalFile | FileAttachment;
