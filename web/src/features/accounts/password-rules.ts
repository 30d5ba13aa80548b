/** As in the contract, whose schemas are not loaded here. The server may ask for more and checks everything else. */
export const MIN_PASSWORD_LENGTH = 6;

export const PASSWORD_TOO_SHORT = `Password must be at least ${MIN_PASSWORD_LENGTH} characters long.`;
export const PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters.`;

/** Advice rather than the minimum, as the specification words it. */
export const PASSWORD_PLACEHOLDER = 'At least 8 characters';
