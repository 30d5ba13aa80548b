import { matchRoutes, type RouteMatch, type RouteObject, type ServerBuild } from 'react-router';

/** The `handle` of a route in `web`. */
interface PageHandle {
  /** The query parameters that the page is rendered from. */
  query?: readonly string[];
  /**
   * The API path of the page's subject, such as `/api/vr360/:slug`, with parameters of the page's path. Pages without an
   * existing subject are all the same, whatever their path.
   */
  subject?: string;
  /** The parameter of the page's path with the slug of the tour, on a page that other websites may show in a frame. */
  embeds?: string;
}

/** The canonical path of all URLs without a page. */
const MISSING_PAGE = '/not-found';
/** The suffix of a page's data for client-side navigation; a parameter lists the wanted routes. */
const DATA_SUFFIX = /(?:\/_)?\.data$/;
const DATA_PARAMETER = '_routes';

function routeTree(build: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, module }): RouteObject => {
      const common = { id, ...(path !== undefined && { path }), handle: module.handle };
      return index === true ? { ...common, index } : { ...common, children: routeTree(build, id) };
    });
}

/** The match of a path. */
export interface PageMatch {
  /** The requested path, or the shared one where there is no page. */
  path: string;
  /** The pattern of the path, such as `/experiences/:slug`; the same for all paths without a page. */
  pattern: string;
  knownParameters: readonly string[];
  exists: boolean;
  /** The entity that the page is about, if any. */
  subject?: {
    /** The entity's URL in the API. */
    url: string;
    /** The canonical path of this page for all missing entities. */
    missingPath: string;
  };
  /** The slug of the tour, on a page that other websites may show in a frame. */
  embeddedTour?: string;
}

/** Neither the id nor the slug of any entity. */
const MISSING_ID = '0';
const PARAMETER = /:(\w+)/g;

/** The root route has an empty path, and layouts have no path. */
function patternOf(matches: readonly RouteMatch[]): string {
  return `/${matches.flatMap(({ route }) => route.path || []).join('/')}`;
}

function subjectOf(matches: readonly RouteMatch[], isData: boolean): Pick<PageMatch, 'subject'> {
  const [last] = matches.slice(-1);
  const { subject } = (last?.route.handle ?? {}) as PageHandle;
  if (last === undefined || subject === undefined) return {};
  return {
    subject: {
      url: subject.replace(PARAMETER, (_, name: string) => encodeURIComponent(last.params[name] ?? '')),
      missingPath: `${patternOf(matches).replace(PARAMETER, MISSING_ID)}${isData ? '.data' : ''}`,
    },
  };
}

/**
 * Creates a function that matches a path with the routes of the build.
 *
 * @returns takes a percent-encoded path without query, with or without the suffix of a page's data
 */
export function createPageMatcher(build: ServerBuild): (path: string) => PageMatch {
  const routes = routeTree(build);
  return (path) => {
    const isData = DATA_SUFFIX.test(path);
    const matches = matchRoutes(routes, path.replace(DATA_SUFFIX, '') || '/') ?? [];
    const page = matches.at(-1)?.route;
    if (page === undefined || page.path === '*')
      return {
        path: isData ? `${MISSING_PAGE}.data` : MISSING_PAGE,
        pattern: MISSING_PAGE,
        knownParameters: [],
        exists: false,
      };
    const handle = (matches.at(-1)?.route.handle ?? {}) as PageHandle;
    const embeddedTour = handle.embeds === undefined ? undefined : matches.at(-1)?.params[handle.embeds];
    const parameters = matches.flatMap(({ route }) => (route.handle as PageHandle | undefined)?.query ?? []);
    return {
      path,
      pattern: patternOf(matches),
      knownParameters: isData ? [...parameters, DATA_PARAMETER] : parameters,
      exists: true,
      ...subjectOf(matches, isData),
      ...(embeddedTour !== undefined && { embeddedTour }),
    };
  };
}
