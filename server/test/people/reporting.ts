import { api } from '@palabre/common/contract/index.ts';
import type { Person } from '../harness.ts';

/** People who act on a report, a word to trace each text, and the holder's message when a message is reported. */
interface Reporting {
  person: (kind: 'administrator' | 'owner' | 'holder') => Person;
  word: (what: string) => string;
  message: () => { _id: string } | undefined;
}

/** Lists the acts on a report of the holder, or of one of their messages, by the owner. */
export function reporting({ person, word, message }: Reporting): (() => Promise<unknown>)[] {
  let params: { id: string };
  const handle = (status: 'handled' | 'new') =>
    person('administrator').ok(api.reports.update, { params, body: { status } });
  return [
    async () => {
      const body = { reportedUser: person('holder').id, reason: 'autre', description: word('motif') };
      const { report } = await person('owner').ok(api.reports.create, {
        body: { ...body, ...(message() && { messageId: message()?._id }) },
      });
      params = { id: report._id };
    },
    () => person('administrator').ok(api.reports.assign, { params, body: { userId: person('administrator').id } }),
    () => person('administrator').ok(api.reports.note, { params, body: { content: word('note') } }),
    () => handle('handled'),
    () => handle('new'),
    async () => message() && person('administrator').ok(api.reports.removeMessage, { params }),
    () => person('administrator').ok(api.reports.remove, { params }),
  ];
}
