import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider, { type Interaction, type InteractionResults } from 'oidc-provider';

const SCOPE = 'openid email profile';

const escapeHtml = (value: unknown) =>
  String(value).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<h1>${title}</h1>
<form method="post">${content}
<p><button name="answer" value="yes">Continue</button> <button name="answer" value="no" formnovalidate>Cancel</button></p>
</form>
</html>`;

const field = (label: string, name: string, isRequired: boolean) =>
  `<p><label>${label} <input name="${name}"${isRequired ? ' required' : ''}></label></p>`;

const FORMS = {
  login: () =>
    page(
      'Sign in',
      field('Email', 'email', true) +
        field('First name', 'given', true) +
        field('Last name', 'family', false),
    ),
  consent: (client: unknown) =>
    page('Allow access', `<p>${escapeHtml(client)} wants to know your name and your email address.</p>`),
};

/**
 * Starts an OpenID provider in Google's place, which believes every name and email. Its host is 127.0.0.1: to a browser
 * another site than the tests' `localhost`, as Google is.
 *
 * @param redirectUri where it sends browsers back to
 */
export async function startOpenIdProvider(redirectUri: string) {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const issuer = `http://127.0.0.1:${address.port}`;
  const clientId = 'oriel';
  const clientSecret = randomBytes(16).toString('hex');
  /** Claims by subject, which is the email. */
  const people = new Map<string, Record<string, unknown>>();
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    // As Google does, everything is in the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
  });

  /** What a submitted form means to the provider. */
  const resultOf = async (
    { prompt, session, params }: Interaction,
    form: URLSearchParams,
  ): Promise<InteractionResults> => {
    if (form.get('answer') !== 'yes') return { error: 'access_denied' };
    if (prompt.name === 'login') {
      const field = (name: string) => form.get(name) ?? '';
      const [email, given, family] = [field('email'), field('given'), field('family')];
      const names = { name: `${given} ${family}`.trim(), given_name: given, family_name: family };
      people.set(email, { email, email_verified: true, ...names });
      return { login: { accountId: email } };
    }
    const grant = new provider.Grant({
      accountId: session?.accountId ?? '',
      clientId: String(params.client_id),
    });
    grant.addOIDCScope(SCOPE);
    return { consent: { grantId: await grant.save() } };
  };

  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const interaction = await provider.interactionDetails(request, response);
    if (request.method !== 'POST') {
      const form = FORMS[interaction.prompt.name as keyof typeof FORMS](interaction.params.client_id);
      response.setHeader('content-type', 'text/html').end(form);
      return;
    }
    const result = await resultOf(interaction, new URLSearchParams(await text(request)));
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  };

  const respond = provider.callback();
  handle = (request, response) => {
    // A 404 would be an error in the browser's console.
    if (request.url === '/favicon.ico') return void response.writeHead(204).end();
    if (!request.url?.startsWith('/interaction/')) return void respond(request, response);
    interact(request, response).catch((error) => response.writeHead(400).end(String(error)));
  };
  return {
    issuer,
    clientId,
    clientSecret,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
