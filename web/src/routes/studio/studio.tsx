import type { OwnRoles, OwnWorkspace, Permission, User } from '@oriel/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearchParams } from 'react-router';
import { StepUp } from '../../features/accounts/settings/step-up.tsx';
import { Ajar } from '../../ui/ajar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Logo } from '../layout/logo.tsx';
import { Activity } from './activity.tsx';
import { CategoriesPage } from './catalogue/categories-page.tsx';
import { TagsPage } from './catalogue/tags-page.tsx';
import { PageSuspense } from './page-suspense.tsx';
import type { StudioPlace, TourPart } from './pages.ts';
import { STAFF, teamOf } from './people.ts';
import { PeoplePage } from './people-page.tsx';
import { rolesQuery } from './roles.ts';
import { StudioNav, type Tab } from './studio-nav.tsx';

/** With the library for uploads, which nobody else needs. */
const FilesPage = lazyPart(
  async () => (await import('./files/files-page.tsx')).FilesPage,
  () => <Failure sentence="The files could not be opened." onRetry={() => location.reload()} />,
);

/** Only those who make tours need these. */
const ToursPage = lazyPart(
  async () => (await import('./tours/tours-page.tsx')).ToursPage,
  () => <Failure sentence="The tours could not be opened." onRetry={() => location.reload()} />,
);
const TourPage = lazyPart(
  async () => (await import('./tours/tour-page.tsx')).TourPage,
  () => <Failure sentence="The tour could not be opened." onRetry={() => location.reload()} />,
);
const StatisticsPage = lazyPart(
  async () => (await import('./statistics/statistics-page.tsx')).StatisticsPage,
  () => <Failure sentence="The statistics could not be opened." onRetry={() => location.reload()} />,
);
const PrivacyPage = lazyPart(
  async () => (await import('./privacy/privacy-page.tsx')).PrivacyPage,
  () => <Failure sentence="The privacy check could not be opened." onRetry={() => location.reload()} />,
);
const SceneEditor = lazyPart(
  async () => (await import('./scene-editor/scene-editor.tsx')).SceneEditor,
  () => <Failure sentence="The scene could not be opened." onRetry={() => location.reload()} />,
);

/** For reviewers, with the viewer of the tours. */
const ReviewsPage = lazyPart(
  async () => (await import('./reviews/reviews-page.tsx')).ReviewsPage,
  () => <Failure sentence="The reviews could not be opened." onRetry={() => location.reload()} />,
);

/** Few make keys. */
const KeysPage = lazyPart(
  async () => (await import('./keys/keys-page.tsx')).KeysPage,
  () => <Failure sentence="The keys could not be opened." onRetry={() => location.reload()} />,
);

/** One goes there seldom. */
const WorkspacePage = lazyPart(
  async () => (await import('./workspace/workspace-page.tsx')).WorkspacePage,
  () => <Failure sentence="The workspace could not be opened." onRetry={() => location.reload()} />,
);

/** For the staff. */
const AuditPage = lazyPart(
  async () => (await import('./audit/audit-page.tsx')).AuditPage,
  () => <Failure sentence="The log could not be opened." onRetry={() => location.reload()} />,
);

const PEOPLE =
  'M9 5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM2.500 19.500a6.500 6.500 0 0 1 13 0M16 5.500a3.500 3.500 0 0 1 0 6M18 14.500a6.500 6.500 0 0 1 3.500 5';
const TOURS = 'M3.500 6.500c5 2 12 2 17 0v11c-5-2-12-2-17 0zM8 13.500l3-2.500 2.500 2 2.500-2.500';
const PICTURES = 'M7 3.500h13.500V17H7zM3.500 7v13.500H17M7 14l4-4 3.500 3.500L17 11l3.500 3.500';
const CLOCK = 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 7.500V12l3 2';
const KEY = 'M8 10.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM10.500 11.500L19 3M16 6l3 3';

const BRACES =
  'M8.500 4H7a2 2 0 0 0-2 2v4L3.500 12 5 14v4a2 2 0 0 0 2 2h1.500M15.500 4H17a2 2 0 0 1 2 2v4l1.500 2-1.500 2v4a2 2 0 0 1-2 2h-1.500';
const HOUSE = 'M4 11l8-6.500 8 6.500M6 9.500V20h12V9.500M10 20v-5.500h4V20';
const SHELVES = 'M4 6.500h3M10 6.500h10M4 12h3M10 12h10M4 17.500h3M10 17.500h10';
const LABEL = 'M4 4.500h7.500L20 13l-7.500 7.500L4 12zM8.200 8.700v.1';

const SEAL = 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM8 12.500l2.700 2.500 5.300-5.500';

function tabsFor({ staff, reviewsTours }: OwnRoles, workspace: OwnWorkspace | undefined): Tab[] {
  const may = (permission: Permission) =>
    workspace?.permissions.includes(permission) === true || staff?.permissions.includes(permission) === true;
  const tabs: (Tab | false | undefined)[] = [
    workspace?.permissions.includes('tour.read') && { path: 'tours', label: 'Tours', drawing: TOURS },
    reviewsTours && may('tour.review') && { path: 'reviews', label: 'Reviews', drawing: SEAL },
    may('team.read') && { path: 'team', label: 'Team', drawing: PEOPLE },
    workspace?.permissions.includes('media.read') && { path: 'files', label: 'Files', drawing: PICTURES },
    workspace !== undefined && { path: 'activity', label: 'Activity', drawing: CLOCK },
    workspace?.permissions.includes('key.manage') && { path: 'keys', label: 'API keys', drawing: BRACES },
    (workspace !== undefined || may('workspace.create')) && {
      path: 'workspace',
      label: 'Workspace',
      drawing: HOUSE,
    },
    may('catalogue.manage') && { path: 'categories', label: 'Categories', drawing: SHELVES },
    may('catalogue.manage') && { path: 'tags', label: 'Tags', drawing: LABEL },
    may('staff.read') && { path: 'staff', label: 'Staff', drawing: KEY },
    may('audit.read-all') && { path: 'audit', label: 'All activity', drawing: CLOCK },
  ];
  return tabs.filter((tab) => tab !== false && tab !== undefined);
}

export function Studio({ place, user }: { place: StudioPlace; user: User }) {
  const { data: roles, error, refetch } = useQuery(rolesQuery);
  const [search, setSearch] = useSearchParams();
  if (error && !roles) {
    return (
      <main id="main" className="studio-main" tabIndex={-1}>
        <Failure sentence="The studio could not be opened." onRetry={() => void refetch()} />
      </main>
    );
  }
  if (!roles) {
    return (
      <p className="studio-loading" role="status">
        Loading…
      </p>
    );
  }
  const wanted = search.get('workspace');
  const workspace = roles.workspaces.find(({ id }) => id === wanted) ?? roles.workspaces[0];
  const tabs = tabsFor(roles, workspace);
  const tab = tabs.find((candidate) => candidate.path === place.path) ?? tabs[0];
  if (tab === undefined) return <NoRole />;
  if (place.path === '')
    return <Navigate to={{ pathname: `/studio/${tab.path}`, search: `${search}` }} replace />;
  const { tourId, sceneId, part } = tab.path === place.path ? place : {};
  if (workspace && tourId !== undefined && sceneId !== undefined) {
    const canWrite = workspace.permissions.includes('tour.write');
    return (
      <main id="main" tabIndex={-1}>
        <PageSuspense>
          <SceneEditor workspace={workspace.id} tourId={tourId} sceneId={sceneId} canWrite={canWrite} />
        </PageSuspense>
      </main>
    );
  }
  const suffix = workspace && roles.workspaces.length > 1 ? `?workspace=${workspace.id}` : '';
  return (
    <StepUp user={user}>
      <div className="studio">
        <header className="studio-side">
          <Logo />
          {roles.workspaces.length > 1 && workspace && (
            <SelectField
              label="Workspace"
              value={workspace.id}
              options={roles.workspaces.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => setSearch({ workspace: event.currentTarget.value })}
            />
          )}
          <StudioNav tabs={tabs} open={tab.path} suffix={suffix} />
          <Link className="studio-leave" to="/experiences">
            <Icon name="back" size={16} />
            Back to the tours
          </Link>
        </header>
        <main id="main" className="studio-main" tabIndex={-1}>
          <Content
            key={`${tab.path} ${tourId} ${part} ${workspace?.id}`}
            tab={tab}
            tourId={tourId}
            part={part}
            roles={roles}
            workspace={workspace}
          />
        </main>
      </div>
    </StepUp>
  );
}

interface ContentProps {
  tab: Tab;
  tourId: string | undefined;
  part: TourPart | undefined;
  roles: OwnRoles;
  workspace: OwnWorkspace | undefined;
}

function Content({ tab, tourId, part, roles, workspace }: ContentProps) {
  if (tab.path === 'staff' && roles.staff) {
    const { role, permissions } = roles.staff;
    return <PeoplePage people={STAFF} ownRole={role} canManage={permissions.includes('staff.manage')} />;
  }
  if (tab.path === 'audit') {
    return (
      <PageSuspense>
        <AuditPage />
      </PageSuspense>
    );
  }
  if (tab.path === 'reviews') {
    return (
      <PageSuspense>
        <ReviewsPage tourId={tourId} />
      </PageSuspense>
    );
  }
  if (tab.path === 'categories') return <CategoriesPage />;
  if (tab.path === 'tags') return <TagsPage />;
  if (tab.path === 'workspace') {
    return (
      <PageSuspense>
        <WorkspacePage
          workspace={workspace}
          canCreate={roles.staff?.permissions.includes('workspace.create') === true}
          canSetPlans={roles.staff?.permissions.includes('plan.manage') === true}
        />
      </PageSuspense>
    );
  }
  if (workspace === undefined) return null;
  const { id, role, permissions } = workspace;
  if (tab.path === 'keys') {
    return (
      <PageSuspense>
        <KeysPage workspace={id} permissions={permissions} />
      </PageSuspense>
    );
  }
  if (tab.path === 'activity')
    return <Activity workspace={id} readsAll={permissions.includes('audit.read')} />;
  if (tab.path === 'tours') {
    return (
      <PageSuspense>
        {tourId === undefined ? (
          <ToursPage workspace={id} permissions={permissions} />
        ) : part === 'statistics' ? (
          <StatisticsPage workspace={id} tourId={tourId} />
        ) : part === 'privacy' ? (
          <PrivacyPage workspace={id} tourId={tourId} permissions={permissions} />
        ) : (
          <TourPage workspace={id} tourId={tourId} permissions={permissions} />
        )}
      </PageSuspense>
    );
  }
  if (tab.path === 'files') {
    return (
      <PageSuspense>
        <FilesPage
          workspace={id}
          canUpload={permissions.includes('media.write')}
          canDelete={permissions.includes('media.delete')}
        />
      </PageSuspense>
    );
  }
  return <PeoplePage people={teamOf(id)} ownRole={role} canManage={permissions.includes('team.manage')} />;
}

function NoRole() {
  return (
    <main id="main" tabIndex={-1}>
      <Ajar>
        <h1>Nothing to do here yet</h1>
        <p>The studio is where teams make tours. Once somebody invites you, it opens here.</p>
        <p>
          <ButtonLink variant="primary" to="/experiences">
            See the tours
          </ButtonLink>
        </p>
      </Ajar>
    </main>
  );
}
