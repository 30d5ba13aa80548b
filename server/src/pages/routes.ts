import { matchRoutes, type RouteMatch, type RouteObject, type ServerBuild } from 'react-router';

/** What a route of the web may say of itself in its `handle`. */
interface PageHandle {
  /** The parameters of the query that the page is rendered from, besides its path. */
  query?: readonly string[];
  /**
   * The call of the API for what the page is about, such as `/api/vr360/:slug`, with the parameters of the page's path.
   * Where the API has no such thing, the page says so in the same words whatever its path.
   */
  subject?: string;
}

/** The address that stands for all that have no page. */
const MISSING_PAGE = '/not-found';
/** Ends the address of a page's data, for a move from page to page; a parameter then names the routes that are wanted. */
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

/** The page at a path. */
export interface FoundPage {
  /** Another one than was asked for where there is no page: they all share one. */
  path: string;
  knownParameters: readonly string[];
  exists: boolean;
  /** What the page is about, if it is about one thing. */
  subject?: {
    /** Of the API. */
    url: string;
    /** The path that stands for all of this page where there is no such thing. */
    missingPath: string;
  };
}

/** No id or name of anything. */
const NOTHING = '0';
const PARAMETER = /:(\w+)/g;

function subjectOf(matches: readonly RouteMatch[], isData: boolean): Pick<FoundPage, 'subject'> {
  const [last] = matches.slice(-1);
  const { subject } = (last?.route.handle ?? {}) as PageHandle;
  if (last === undefined || subject === undefined) return {};
  // The root route has an empty path, and layouts have none.
  const pattern = `/${matches.flatMap(({ route }) => route.path || []).join('/')}`;
  return {
    subject: {
      url: subject.replace(PARAMETER, (_, name: string) => encodeURIComponent(last.params[name] ?? '')),
      missingPath: `${pattern.replace(PARAMETER, NOTHING)}${isData ? '.data' : ''}`,
    },
  };
}

/**
 * Makes a function that tells which page is at a path, by the routes of the web's bundle.
 *
 * @returns takes a path without query, percent-encoded, with or without the ending of a page's data
 */
export function createPageFinder(build: ServerBuild): (path: string) => FoundPage {
  const routes = routeTree(build);
  return (path) => {
    const isData = DATA_SUFFIX.test(path);
    const matches = matchRoutes(routes, path.replace(DATA_SUFFIX, '') || '/') ?? [];
    const page = matches.at(-1)?.route;
    if (page === undefined || page.path === '*')
      return { path: isData ? `${MISSING_PAGE}.data` : MISSING_PAGE, knownParameters: [], exists: false };
    const parameters = matches.flatMap(({ route }) => (route.handle as PageHandle | undefined)?.query ?? []);
    return {
      path,
      knownParameters: isData ? [...parameters, DATA_PARAMETER] : parameters,
      exists: true,
      ...subjectOf(matches, isData),
    };
  };
}
