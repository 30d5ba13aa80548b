import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';

const SCOPE = 'openid email profile';

const escapeHtml = (value) =>
  String(value).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const page = (title, content) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<h1>${title}</h1>
<form method="post">${content}
<p><button name="answer" value="yes">Continue</button> <button name="answer" value="no" formnovalidate>Cancel</button></p>
</form>
</html>`;

const field = (label, name, isRequired) =>
  `<p><label>${label} <input name="${name}"${isRequired ? ' required' : ''}></label></p>`;

const FORMS = {
  login: () =>
    page(
      'Sign in',
      field('Email', 'email', true) +
        field('First name', 'given', true) +
        field('Last name', 'family', false),
    ),
  consent: (client) =>
    page('Allow access', `<p>${escapeHtml(client)} wants to know your name and your email address.</p>`),
};

/**
 * Starts an OpenID provider for Google's place: everybody is whoever they say they are. It is reached as 127.0.0.1, which
 * is another site than the tests' `localhost` to a browser, as Google is.
 *
 * @param {string} redirectUri where it sends browsers back to
 * @returns {Promise<{ issuer: string, clientId: string, clientSecret: string, stop: () => Promise<void> }>}
 */
export async function startOpenIdProvider(redirectUri) {
  let handle = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const clientId = 'oriel';
  const clientSecret = randomBytes(16).toString('hex');
  /** By subject, which here is the address itself. */
  const people = new Map();
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

  /** What a form that was sent means to the provider. */
  const resultOf = async ({ prompt, session, params }, form) => {
    if (form.get('answer') !== 'yes') return { error: 'access_denied' };
    if (prompt.name === 'login') {
      const [email, given, family] = ['email', 'given', 'family'].map((name) => form.get(name) ?? '');
      const names = { name: `${given} ${family}`.trim(), given_name: given, family_name: family };
      people.set(email, { email, email_verified: true, ...names });
      return { login: { accountId: email } };
    }
    const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
    grant.addOIDCScope(SCOPE);
    return { consent: { grantId: await grant.save() } };
  };

  const interact = async (request, response) => {
    const interaction = await provider.interactionDetails(request, response);
    if (request.method !== 'POST') {
      const form = FORMS[interaction.prompt.name](interaction.params.client_id);
      response.setHeader('content-type', 'text/html').end(form);
      return;
    }
    const result = await resultOf(interaction, new URLSearchParams(await text(request)));
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  };

  const answer = provider.callback();
  handle = (request, response) => {
    // An answer of 404 would be an error on the browser's console.
    if (request.url === '/favicon.ico') return void response.writeHead(204).end();
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
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
