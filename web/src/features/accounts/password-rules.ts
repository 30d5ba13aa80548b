import { useRouteLoaderData } from 'react-router';

/** As in the contract, whose schemas are not loaded here; for pages without their root's data. */
const MIN_PASSWORD_LENGTH = 6;
/** Advice for members who change their password, as the specification words it. */
const ADVISED_LENGTH = 8;

/** The site's setting. The server checks everything else. */
export function usePasswordMinLength(): number {
  const root = useRouteLoaderData<{ passwordMinLength: number }>('root');
  return root?.passwordMinLength ?? MIN_PASSWORD_LENGTH;
}

export const passwordHint = (minimum: number) => `At least ${minimum} characters`;

export const passwordAdvice = (minimum: number) => passwordHint(Math.max(minimum, ADVISED_LENGTH));
