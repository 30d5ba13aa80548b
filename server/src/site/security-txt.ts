import type { Site } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';

const DAY_MS = 86_400_000;
/** The validity of the file; RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** URLs in the file must be https (RFC 9116, section 2.5). */
const isHttps = (url: string | undefined): url is string => url?.startsWith('https://') ?? false;

/** The content of the file. @param publicUrl without a trailing slash @param now in milliseconds since the epoch */
export function securityTxt(site: Site, publicUrl: string, now = Date.now()): string {
  const { contact = site.legal.email, policy, languages = ['en'] } = site.security ?? {};
  const expires = new Date(Math.floor(now / DAY_MS) * DAY_MS + VALID_DAYS * DAY_MS);
  return [
    `Contact: ${isHttps(contact) ? contact : `mailto:${contact}`}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    ...(isHttps(publicUrl) ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
    ...(isHttps(policy) ? [`Policy: ${policy}`] : []),
    '',
  ].join('\n');
}

/** `GET /.well-known/security.txt`: the contact for vulnerability reports (RFC 9116). */
export async function securityTxtRoute(app: FastifyInstance, { site }: { site: Site }): Promise<void> {
  const { publicUrl } = app.dependencies.config;
  app.get(
    '/.well-known/security.txt',
    { schema: { hide: true }, config: { sharedByGuests: true } },
    async (_request, reply) =>
      reply
        .header('content-type', 'text/plain; charset=utf-8')
        .header('cache-control', 'public, max-age=86400')
        .send(securityTxt(site, publicUrl)),
  );
}
