import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import type { Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import type { Person } from '../harness.ts';
import { createWorkspace } from './world.ts';

/** Small workspace of one test's own. */
export class Team {
  constructor(
    readonly owner: Person,
    readonly workspace: Workspace,
    readonly welcome: Channel,
  ) {}

  get id(): string {
    return this.workspace._id;
  }

  /** Path parameters of endpoints below `/workspace/:id`. */
  get params(): { id: string } {
    return { id: this.workspace._id };
  }

  /** Creates a channel, as the owner. */
  async channel(title: string, visibility: Channel['visibility'] = 'public'): Promise<Channel> {
    const body = { title, visibility, workspaceId: this.id };
    return (await this.owner.ok(api.channels.create, { body })).channel;
  }

  /** Creates a role, as the owner, below the present ones. */
  async role(fields: Partial<Omit<Role, '_id' | 'workspaceId' | 'rank'>> = {}): Promise<Role> {
    const body = { name: 'Équipe', ...fields, workspaceId: this.id };
    return (await this.owner.ok(api.roles.create, { body })).role;
  }

  /** Reads the workspace as its owner sees it now. */
  async now(): Promise<Workspace> {
    return (await this.owner.ok(api.workspaces.one, { params: this.params })).workspace;
  }
}

/** Creates an open workspace as its owner, and has the members join it. */
export async function gather(owner: Person, ...members: Person[]): Promise<Team> {
  const { workspace, welcome } = await createWorkspace(owner, { title: 'Chantier' });
  for (const member of members) await member.ok(api.workspaces.join, { params: { id: workspace._id } });
  return new Team(owner, workspace, welcome);
}
