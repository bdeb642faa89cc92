import { describe, expect, it } from 'vitest';
import { type Access, admissionBefore, admissionOf, lossOf } from './lost-place.ts';

const welcome = { _id: 'general', title: 'général' };
const building = { _id: 'chantier', title: 'chantier' };
const all: Access = { workspace: { welcomeChannel: 'general' }, channels: [welcome, building], manages: true };
const inChannel = { workspaceId: 'atelier', channelId: 'chantier' };
const inSettings = { workspaceId: 'atelier', section: 'roles' } as const;
const toWelcome = '/workspace/atelier/channel/general';

const after = (place: typeof inChannel | typeof inSettings, access: Partial<Access>) =>
  lossOf(place, { ...all, ...access }, admissionOf(place, all));

describe('a place that can no longer be seen', () => {
  it('is nothing to speak of while it can, or while that is not known', () => {
    expect(lossOf(inChannel, all, null)).toBeNull();
    expect(lossOf(inChannel, { workspace: undefined, channels: undefined, manages: undefined }, null)).toBeNull();
    expect(lossOf(inSettings, { ...all, manages: undefined }, null)).toBeNull();
    expect(lossOf({}, { ...all, workspace: null }, admissionOf(inChannel, all))).toBeNull();
  });

  it('is the workspace, from whatever page of it, when one is no longer a member, and only the workspace', () => {
    const gone = { to: '/workspaces', news: 'workspace', id: 'atelier' };
    expect(after(inChannel, { workspace: null })).toEqual(gone);
    expect(after(inChannel, { workspace: null, channels: [], manages: false })).toEqual(gone);
    expect(after(inSettings, { workspace: null, manages: false })).toEqual(gone);
  });

  it('is the channel when it is deleted or hidden: one is led to the welcome channel and told its name', () => {
    const loss = after(inChannel, { channels: [welcome] });
    expect(loss).toEqual({ to: toWelcome, news: 'channel', id: 'chantier', title: 'chantier' });
  });

  it('is the settings when the right to them goes', () => {
    expect(after(inSettings, { manages: false })).toMatchObject({ to: '/workspace/atelier', news: 'settingsLost' });
  });
});

describe('a conversation', () => {
  const inTalk = { talks: true, conversationId: 'midi' } as const;
  const nowhere: Access = { workspace: undefined, channels: undefined, manages: undefined };
  const listed: Access = { ...nowhere, conversation: { title: 'Midi' } };
  const gone: Access = { ...nowhere, conversation: null };

  it('that one left or that was deleted leads to the others, and is told by its name', () => {
    const loss = { to: '/conversation', news: 'conversation', id: 'midi', title: 'Midi' };
    expect(lossOf(inTalk, gone, admissionOf(inTalk, listed))).toEqual(loss);
    expect(lossOf(inTalk, listed, admissionOf(inTalk, listed))).toBeNull();
    expect(lossOf(inTalk, nowhere, admissionOf(inTalk, listed))).toBeNull();
  });

  it('that was never in the list is looked for by its page', () => {
    expect(lossOf(inTalk, gone, null)).toBeNull();
    expect(lossOf(inTalk, gone, admissionOf({ ...inTalk, conversationId: 'soir' }, listed))).toBeNull();
  });
});

describe('a workspace one was in when this device last knew', () => {
  const before = admissionBefore('atelier');
  const unknown: Access = { workspace: undefined, channels: undefined, manages: undefined };

  it('is told to be lost by the first answer that says so, whatever was shown before it', () => {
    const kept = admissionOf(inChannel, unknown, before);
    expect(lossOf(inChannel, unknown, kept)).toBeNull();
    expect(lossOf(inChannel, { ...all, workspace: null }, kept)).toMatchObject({
      to: '/workspaces',
      news: 'workspace',
    });
  });

  it('counts for nothing once one has gone elsewhere', () => {
    const elsewhere = admissionOf({ workspaceId: 'riviere', channelId: 'quai' }, unknown, before);
    expect(lossOf(inChannel, { ...all, workspace: null }, elsewhere)).toBeNull();
  });
});

describe('a place one was never let into', () => {
  it('is told by the page of the workspace, which offers to join it when there is a way', () => {
    expect(lossOf(inChannel, { ...all, workspace: null }, null)).toBeNull();
    expect(lossOf(inSettings, { ...all, workspace: null }, null)).toMatchObject({
      to: '/workspace/atelier',
      news: null,
    });
  });

  it('is not told when it is a channel: one is led to the welcome channel', () => {
    const refused = { ...all, channels: [welcome], channelRefused: true };
    expect(lossOf(inChannel, refused, null)).toMatchObject({ to: toWelcome, news: null });
  });

  it('is not lost because a list lacks it, which may be older than the channel: only once the server has refused it', () => {
    expect(lossOf(inChannel, { ...all, channels: [welcome] }, null)).toBeNull();
    expect(lossOf(inChannel, { ...all, channels: [welcome], channelRefused: false }, null)).toBeNull();
  });

  it('is refused when it is the settings', () => {
    expect(lossOf(inSettings, { ...all, manages: false }, null)).toMatchObject({ news: 'settingsRefused' });
  });

  it('was let into at another address only: that counts for nothing here', () => {
    const elsewhere = { workspaceId: 'riviere', channelId: 'chantier' };
    expect(lossOf(elsewhere, { ...all, workspace: null }, admissionOf(inChannel, all))).toBeNull();
  });
});
