import { renderToReadableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { pageContext } from './context.ts';
import { deferPreloads, deferScripts, lowerPreloads } from './deferred-scripts.ts';
import { NonceContext } from './nonce.ts';
import { RoutesContext } from './page-styles.tsx';

/**
 * Renders the whole page before anything is sent: the server hashes our inline scripts in the finished HTML for the
 * Content-Security-Policy and keeps the page for the next guest, so there is nothing to gain from streaming.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = loadContext.get(pageContext);
  let failure: unknown;
  const stream = await renderToReadableStream(
    <NonceContext value={nonce}>
      <RoutesContext value={context.manifest.routes}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </RoutesContext>
    </NonceContext>,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        failure = error;
      },
    },
  );
  await stream.allReady;
  if (failure !== undefined) throw failure;
  headers.set('content-type', 'text/html; charset=utf-8');
  const html = deferScripts(await new Response(stream).text(), nonce);
  const isScripted = context.staticHandlerContext.matches.some(({ route }) => route.handle?.eagerScripts);
  return new Response(isScripted ? lowerPreloads(html) : deferPreloads(html), { status, headers });
}

/** Logs errors on the server. A 404 response is no error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(pageContext).report(error);
};

export { createPageContext } from './context.ts';
