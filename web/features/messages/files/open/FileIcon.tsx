import { endOf } from '@palabre/common/rules/messages/file-names.ts';
import type { LucideIcon } from 'lucide-react';
import File from 'lucide-react/icons/file';
import FileArchive from 'lucide-react/icons/file-archive';
import FileCode from 'lucide-react/icons/file-code';
import FileAudio from 'lucide-react/icons/file-headphone';
import FileImage from 'lucide-react/icons/file-image';
import FileVideo from 'lucide-react/icons/file-play';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileText from 'lucide-react/icons/file-text';
import type { ShownFile } from './local-file.ts';

const byEnd: [RegExp, LucideIcon][] = [
  [/^\.(pdf|docx?|odt|rtf|txt|md|pages)$/i, FileText],
  [/^\.(xlsx?|ods|csv|tsv|numbers)$/i, FileSpreadsheet],
  [/^\.(zip|rar|7z|gz|tgz|tar|xz|bz2)$/i, FileArchive],
  [/^\.(html?|xml|json|ya?ml|js|ts|py|java|c|cpp|rs|go|sql|sh|css)$/i, FileCode],
];
const byType: [string, LucideIcon][] = [
  ['image/', FileImage],
  ['audio/', FileAudio],
  ['video/', FileVideo],
];

/** Shows the icon of a file's kind: by MIME type for pictures, video and sound, else by extension. */
export function FileIcon({ type, name }: Pick<ShownFile, 'type' | 'name'>) {
  const end = endOf(name);
  const Icon =
    byType.find(([begin]) => type.startsWith(begin))?.[1] ?? byEnd.find(([ends]) => ends.test(end))?.[1] ?? File;
  return <Icon aria-hidden="true" />;
}
