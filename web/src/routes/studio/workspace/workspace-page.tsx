import type { OwnWorkspace } from '@oriel/contract';
import { useState } from 'react';
import { AlertBox } from '../../../ui/alert-box.tsx';
import stack from '../../../ui/stack.module.css';
import { AllPlans } from './all-plans.tsx';
import { HandOver } from './hand-over.tsx';
import { Leave } from './leave.tsx';
import { NewWorkspace } from './new-workspace.tsx';
import { PlanSection } from './plan-section.tsx';
import { PrivacyRule } from './privacy-rule.tsx';
import { Rename } from './rename.tsx';

interface Props {
  /** Undefined for staff who are on no team. */
  workspace: OwnWorkspace | undefined;
  canCreate: boolean;
  canSetPlans: boolean;
}

/** What a workspace is called, whose it is, the way out of it, and for the staff another one. */
export function WorkspacePage({ workspace, canCreate, canSetPlans }: Props) {
  const [notice, setNotice] = useState<string>();
  return (
    <>
      <div className="studio-head">
        <div className={stack.gap1}>
          <h1>Workspace</h1>
          <p>
            {workspace
              ? `${workspace.name} holds tours, files and a team.`
              : 'You are on no team at present.'}
          </p>
        </div>
      </div>
      <AlertBox tone="success">{notice}</AlertBox>
      {workspace && <PlanSection workspace={workspace.id} />}
      {workspace?.permissions.includes('workspace.update') && (
        <>
          <Rename workspace={workspace} onNotice={setNotice} />
          <PrivacyRule workspace={workspace} onNotice={setNotice} />
        </>
      )}
      {workspace?.permissions.includes('workspace.transfer') && (
        <HandOver workspace={workspace} onNotice={setNotice} />
      )}
      {workspace && <Leave workspace={workspace} />}
      {canCreate && <NewWorkspace canSetPlans={canSetPlans} />}
      {canSetPlans && <AllPlans onNotice={setNotice} />}
    </>
  );
}
