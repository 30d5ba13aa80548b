// Checks the addresses of gated media as the server does (server/src/features/media/media-urls.ts), so that a cache may keep the files
// and still serve them to nobody without permission. Runs in njs 0.7 and later, which has no destructuring.
// biome-ignore lint/style/useNodejsImportProtocol: njs does not know the prefix.
import crypto from 'crypto';

const TOKEN = /^((\d{1,12})\.\d{1,10}\.[\w-]{11})\.([\w-]{43})$/;

/** Compares digests of both texts, so that the time tells nothing about where they differ. */
function equals(key, one, other) {
  const digest = (text) => crypto.createHmac('sha256', key).update(text).digest('base64url');
  return digest(one) === digest(other);
}

/**
 * How many seconds the address of the request still opens its file: `$media_token` is signed for `$media_asset` with
 * `$oriel_media_key` (base64url, from `npm run media-key`). '0' where it does not.
 */
function seconds(request) {
  const variables = request.variables;
  const match = TOKEN.exec(variables.media_token || '');
  if (match === null || !variables.oriel_media_key) return '0';
  const key = Buffer.from(variables.oriel_media_key, 'base64url');
  const expected = crypto
    .createHmac('sha256', key)
    .update(JSON.stringify(['asset', variables.media_asset, match[1]]))
    .digest('base64url');
  if (!equals(key, expected, match[3])) return '0';
  return String(Math.max(0, Math.floor(Number(match[2]) - Date.now() / 1000)));
}

export default { seconds };
