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
  it('no place is lost while the person can see it, or while that is unknown', () => {
    expect(lossOf(inChannel, all, null)).toBeNull();
    expect(lossOf(inChannel, { workspace: undefined, channels: undefined, manages: undefined }, null)).toBeNull();
    expect(lossOf(inSettings, { ...all, manages: undefined }, null)).toBeNull();
    expect(lossOf({}, { ...all, workspace: null }, admissionOf(inChannel, all))).toBeNull();
    // Whoever loses another channel is led to the welcome channel: it leads nowhere.
    const inWelcome = { workspaceId: 'atelier', channelId: 'general' };
    expect(lossOf(inWelcome, { ...all, channels: [], channelRefused: true }, admissionOf(inWelcome, all))).toBeNull();
  });

  it('a lost membership is the loss of the workspace, from any of its pages, and of nothing else', () => {
    const gone = { to: '/workspaces', news: 'workspace', id: 'atelier' };
    expect(after(inChannel, { workspace: null })).toEqual(gone);
    expect(after(inChannel, { workspace: null, channels: [], manages: false })).toEqual(gone);
    expect(after(inSettings, { workspace: null, manages: false })).toEqual(gone);
  });

  it('a deleted or hidden channel leads to the welcome channel, with the channel’s name', () => {
    const loss = after(inChannel, { channels: [welcome] });
    expect(loss).toEqual({ to: toWelcome, news: 'channel', id: 'chantier', title: 'chantier' });
  });

  it('a lost right to the settings is the loss of the settings', () => {
    expect(after(inSettings, { manages: false })).toMatchObject({ to: '/workspace/atelier', news: 'settingsLost' });
  });
});

describe('a conversation', () => {
  const inTalk = { talks: true, conversationId: 'midi' } as const;
  const nowhere: Access = { workspace: undefined, channels: undefined, manages: undefined };
  const listed: Access = { ...nowhere, conversation: { title: 'Midi' } };
  const gone: Access = { ...nowhere, conversation: null };

  it('a conversation left or deleted leads to the list, with its name', () => {
    const loss = { to: '/conversation', news: 'conversation', id: 'midi', title: 'Midi' };
    expect(lossOf(inTalk, gone, admissionOf(inTalk, listed))).toEqual(loss);
    expect(lossOf(inTalk, listed, admissionOf(inTalk, listed))).toBeNull();
    expect(lossOf(inTalk, nowhere, admissionOf(inTalk, listed))).toBeNull();
  });

  it('a conversation that was never in the list is left to its page', () => {
    expect(lossOf(inTalk, gone, null)).toBeNull();
    expect(lossOf(inTalk, gone, admissionOf({ ...inTalk, conversationId: 'soir' }, listed))).toBeNull();
  });
});

describe('a workspace that this device’s cache lists', () => {
  const before = admissionBefore('atelier');
  const unknown: Access = { workspace: undefined, channels: undefined, manages: undefined };

  it('a cached membership is lost by the first response without it', () => {
    const kept = admissionOf(inChannel, unknown, before);
    expect(lossOf(inChannel, unknown, kept)).toBeNull();
    expect(lossOf(inChannel, { ...all, workspace: null }, kept)).toMatchObject({
      to: '/workspaces',
      news: 'workspace',
    });
  });

  it('a cached membership is ignored at another address', () => {
    const elsewhere = admissionOf({ workspaceId: 'riviere', channelId: 'quai' }, unknown, before);
    expect(lossOf(inChannel, { ...all, workspace: null }, elsewhere)).toBeNull();
  });
});

describe('a place that the person was never admitted to', () => {
  it('a workspace never entered is left to its page, which offers to join', () => {
    expect(lossOf(inChannel, { ...all, workspace: null }, null)).toBeNull();
    expect(lossOf(inSettings, { ...all, workspace: null }, null)).toMatchObject({
      to: '/workspace/atelier',
      news: null,
    });
  });

  it('a channel never seen leads to the welcome channel, without a message', () => {
    const refused = { ...all, channels: [welcome], channelRefused: true };
    expect(lossOf(inChannel, refused, null)).toMatchObject({ to: toWelcome, news: null });
  });

  it('a channel missing from a list, which may be older, is lost only once the server has refused it', () => {
    expect(lossOf(inChannel, { ...all, channels: [welcome] }, null)).toBeNull();
    expect(lossOf(inChannel, { ...all, channels: [welcome], channelRefused: false }, null)).toBeNull();
  });

  it('settings never opened are refused', () => {
    expect(lossOf(inSettings, { ...all, manages: false }, null)).toMatchObject({ news: 'settingsRefused' });
  });

  it('an admission at another address is ignored', () => {
    const elsewhere = { workspaceId: 'riviere', channelId: 'chantier' };
    expect(lossOf(elsewhere, { ...all, workspace: null }, admissionOf(inChannel, all))).toBeNull();
  });
});
