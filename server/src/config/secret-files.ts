import { readFileSync } from 'node:fs';

/** Secret settings, which can also be read from a file that `NAME_FILE` names. */
export const SECRET_SETTINGS = [
  'SECRET_KEY',
  'DATABASE_URL',
  'DATABASE_MIGRATION_URL',
  'SMTP_URL',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'RAZORPAY_WEBHOOK_SECRET_PREVIOUS',
  'GOOGLE_CLIENT_SECRET',
  'WHATSAPP_TOKEN',
  'S3_SECRET_ACCESS_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

const MAX_CHARACTERS = 65_536;

/** @returns the file's text without a trailing newline, or the problem with the file */
function readSecret(file: string): { text: string } | { problem: string } {
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (text.trim() === '') return { problem: `${file} is empty` };
    return text.length > MAX_CHARACTERS ? { problem: `${file} is too large for a secret` } : { text };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return { problem: `${file} cannot be read (${code})` };
  }
}

/**
 * Reads secrets from files that variables such as `SECRET_KEY_FILE=/run/secrets/key` name, as container platforms provide
 * them. Unlike variables, files do not appear in process lists and crash reports.
 *
 * @param variables the variables that are set
 * @returns all variables including the secrets, and one line per unusable file
 */
export function withSecretFiles(variables: Readonly<Record<string, string>>): {
  variables: Record<string, string>;
  problems: string[];
} {
  const complete = { ...variables };
  const problems: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const file = variables[`${name}_FILE`];
    if (file === undefined) continue;
    if (variables[name] !== undefined) {
      problems.push(`${name}_FILE: is set beside ${name}; set one of them`);
      continue;
    }
    const secret = readSecret(file);
    if ('problem' in secret) problems.push(`${name}_FILE: ${secret.problem}`);
    else complete[name] = secret.text;
  }
  return { variables: complete, problems };
}
