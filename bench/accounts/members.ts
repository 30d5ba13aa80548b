export const MEMBERS = 500;
export const PASSWORD = 'a quiet corridor at noon';

export const memberEmail = (index: number): string => `member-${index}@example.org`;

/** One of many source IPs, so that rate limits do not interfere. */
export const sourceIp = (index: number): string => `198.18.${(index >> 8) & 255}.${index & 255}`;
