import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import { noStore } from '../../../http/uncached-headers.ts';
import type { Accounts } from '../../accounts/service.ts';
import { changerOf } from '../changer.ts';
import type { RequireSeat } from '../invitations/invitations.ts';
import { readOwnRoles } from '../service.ts';
import { createWorkspace } from './new-workspace.ts';
import {
  changeTeamRole,
  leaveTeam,
  readTeam,
  removeFromTeam,
  renameWorkspace,
  setPrivacyCheckRule,
  transferWorkspace,
} from './team.ts';

/** Workspaces and their teams. */
export async function teamRoutes(
  app: FastifyInstance,
  { accounts, siteName, requireSeat }: { accounts: Accounts; siteName: string; requireSeat: RequireSeat },
): Promise<void> {
  const { db, config } = app.dependencies;
  noStore(app);

  const { reviewsTours } = config;

  route(app, contract.listWorkspaces, ({ caller }) =>
    readOwnRoles(db, caller.memberId, { siteName, reviewsTours }),
  );

  route(app, contract.createWorkspace, ({ body, caller, request }) =>
    createWorkspace({ ...accounts, requireSeat }, changerOf(app, request, caller), body),
  );

  route(app, contract.renameWorkspace, async ({ access, body, caller, request }) => {
    await renameWorkspace(db, changerOf(app, request, caller), {
      workspaceId: access.workspaceId,
      name: body.name,
    });
    return { message: 'The workspace is renamed.' };
  });

  route(app, contract.setPrivacyCheckRule, async ({ access, body, caller, request }) => {
    const { workspaceId } = access;
    await setPrivacyCheckRule(db, changerOf(app, request, caller), { workspaceId, ...body });
    return {
      message:
        body.privacyCheck === 'off'
          ? 'Tours are published without the privacy check.'
          : 'Tours need the privacy check to be published.',
    };
  });

  route(app, contract.listTeam, async ({ access, caller }) => {
    return { members: await readTeam(db, access.workspaceId, caller.memberId) };
  });

  route(app, contract.changeTeamRole, async ({ access, params, body, caller, request }) => {
    const { workspaceId } = access;
    await changeTeamRole(db, changerOf(app, request, caller), { workspaceId, ...params, ...body });
    return { message: 'The role is changed.' };
  });

  route(app, contract.removeFromTeam, async ({ access, params, caller, request }) => {
    const { workspaceId } = access;
    await removeFromTeam(db, changerOf(app, request, caller), { workspaceId, ...params });
    return { message: 'This member is no longer on the team.' };
  });

  route(app, contract.transferWorkspace, async ({ access, body, caller, request }) => {
    const { workspaceId } = access;
    await transferWorkspace(db, changerOf(app, request, caller), { workspaceId, ...body });
    return { message: 'The workspace has a new owner. You are an admin now.' };
  });

  route(app, contract.leaveTeam, async ({ access, caller, request }) => {
    await leaveTeam(db, changerOf(app, request, caller), access.workspaceId);
    return { message: 'You have left the team.' };
  });
}
