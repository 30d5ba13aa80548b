import type { ReceivedInvitation, User } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError, api, errorMessage } from '../../api.ts';
import { StepUp, useStepUp } from '../../features/accounts/settings/step-up.tsx';
import { signInUrl } from '../../session/member.ts';
import { useSession } from '../../session/session.tsx';
import { Ajar } from '../../ui/ajar.tsx';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import { ROLE_NAMES } from './role-words.ts';
import { rolesQuery } from './roles.ts';

const FAILED = 'This could not be done. Please try again.';

/** The secrets of links that were opened in this tab, kept while their member signs in; never stored. */
const secrets = new Map<string, string>();

/** The secret in the URL, which is cleared of it. */
function useSecret(kind: string): string | undefined {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const given = new URLSearchParams(hash.slice(1)).get('token');
  const [secret, setSecret] = useState(() => given ?? secrets.get(kind));
  useEffect(() => {
    if (given === null) return;
    secrets.set(kind, given);
    setSecret(given);
    void navigate(pathname, { replace: true });
  }, [given, kind, navigate, pathname]);
  return secret;
}

interface Props {
  kind: 'invitation' | 'owner';
  profile: User | undefined;
  isGuest: boolean;
}

/** The page of a mailed link: an invitation to answer, or the owner's. */
export function MailedLink({ kind, profile, isGuest }: Props) {
  const secret = useSecret(kind);
  if (secret === undefined) {
    return (
      <Ajar>
        <h1>Open the link once more</h1>
        <p className={prose.soft}>Please follow the link in your mail again, in this browser.</p>
      </Ajar>
    );
  }
  if (kind === 'owner') return <OwnerLink secret={secret} profile={profile} isGuest={isGuest} />;
  return <InvitationLink secret={secret} profile={profile} isGuest={isGuest} />;
}

interface LinkProps extends Omit<Props, 'kind'> {
  secret: string;
}

function SignIn() {
  const url = signInUrl(useLocation());
  return (
    <div className={stack.actions}>
      <ButtonLink variant="primary" to={url}>
        Sign in
      </ButtonLink>
      <ButtonLink to={`${url}&signup=1`}>Create an account</ButtonLink>
    </div>
  );
}

function InvitationLink({ secret, profile, isGuest }: LinkProps) {
  const { updateUser } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: ['invitation', secret],
    queryFn: async () => (await api('POST /api/studio/invitations/lookup', { body: { token: secret } })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const answer = useMutation({
    mutationFn: async (choice: 'accept' | 'decline') =>
      (await api('POST /api/studio/invitations/answer', { body: { token: secret, answer: choice } })).data,
    onSuccess: async ({ isToStaff, workspace }, choice) => {
      secrets.delete('invitation');
      if (choice === 'decline') return;
      if (profile) updateUser({ ...profile, hasRole: true });
      await queries.invalidateQueries(rolesQuery);
      await navigate(isToStaff ? '/studio/staff' : `/studio?workspace=${workspace}`, { replace: true });
    },
  });
  if (error) {
    const hasEnded = error instanceof ApiError && error.code === 'invitation_not_found';
    return (
      <Ajar>
        <h1>{hasEnded ? 'This invitation has ended' : 'Not now'}</h1>
        <p className={prose.soft}>
          {hasEnded
            ? 'It was answered, revoked or has expired. Please ask for a new one.'
            : errorMessage(error, 'The invitation could not be loaded. Please try again.')}
        </p>
      </Ajar>
    );
  }
  if (data === undefined) return <p className="studio-loading">Loading…</p>;
  if (answer.isSuccess) {
    return (
      <Ajar>
        <h1>{answer.variables === 'decline' ? 'You have declined' : 'Welcome'}</h1>
        <p className={prose.soft}>{answer.data.message}</p>
      </Ajar>
    );
  }
  return (
    <Ajar>
      <h1>{`Join ${data.isToStaff ? 'the staff of ' : ''}${data.workspace}`}</h1>
      <Terms invitation={data} />
      <AlertBox tone="error">{answer.error && errorMessage(answer.error, FAILED)}</AlertBox>
      {isGuest && <SignIn />}
      {profile &&
        (profile.email === data.email ? (
          <div className={stack.actions}>
            <Button variant="primary" disabled={answer.isPending} onClick={() => answer.mutate('accept')}>
              Accept
            </Button>
            <Button disabled={answer.isPending} onClick={() => answer.mutate('decline')}>
              Decline
            </Button>
          </div>
        ) : (
          <OtherAccount email={profile.email}>{`Sign in with ${data.email} to answer it.`}</OtherAccount>
        ))}
    </Ajar>
  );
}

/** The way out of an account that the link is not for. */
function OtherAccount({ email, children }: { email: string; children: string }) {
  const { signOut } = useSession();
  return (
    <>
      <p className={prose.soft}>{`You are signed in as ${email}. ${children}`}</p>
      <div className={stack.actions}>
        <Button onClick={() => void signOut()}>Sign out</Button>
      </div>
    </>
  );
}

function Terms({ invitation }: { invitation: ReceivedInvitation }) {
  const { invitedBy, role, email } = invitation;
  return (
    <p className={prose.soft}>
      {`${invitedBy} invites you with the role “${ROLE_NAMES[role]}”. The invitation is for ${email}.`}
    </p>
  );
}

function OwnerLink({ secret, profile, isGuest }: LinkProps) {
  return (
    <Ajar>
      <h1>Become the owner</h1>
      <p className={prose.soft}>The owner decides about everything on this site, and who else may.</p>
      {isGuest && <SignIn />}
      {profile && (
        <StepUp user={profile}>
          <Claim secret={secret} user={profile} />
        </StepUp>
      )}
    </Ajar>
  );
}

function Claim({ secret, user }: { secret: string; user: User }) {
  const { updateUser } = useSession();
  const confirmed = useStepUp();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const claim = useMutation({
    mutationFn: () => confirmed(() => api('POST /api/console/ownership/claim', { body: { token: secret } })),
    onSuccess: async () => {
      secrets.delete('owner');
      updateUser({ ...user, hasRole: true });
      await queries.invalidateQueries(rolesQuery);
      await navigate('/studio', { replace: true });
    },
  });
  const code = claim.error instanceof ApiError ? claim.error.code : undefined;
  return (
    <>
      <AlertBox tone="error">
        {code === 'wrong_code'
          ? 'This link was used or has expired.'
          : claim.error && errorMessage(claim.error, FAILED)}
      </AlertBox>
      {code === 'other_address' ? (
        <OtherAccount email={user.email}>Sign in with the address of the link.</OtherAccount>
      ) : (
        <Button variant="primary" disabled={claim.isPending} onClick={() => claim.mutate()}>
          Become the owner
        </Button>
      )}
    </>
  );
}
