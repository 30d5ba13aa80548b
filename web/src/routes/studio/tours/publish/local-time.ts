const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** A moment as a field of the kind `datetime-local` writes it, in the browser's time zone. */
export function toLocalInput(moment: Date): string {
  const day = `${pad(moment.getFullYear(), 4)}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
  return `${day}T${pad(moment.getHours())}:${pad(moment.getMinutes())}`;
}

/** What such a field holds as ISO 8601 in UTC; null where it is empty. */
export function fromLocalInput(value: string): string | null {
  const moment = new Date(value);
  return value === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** Tomorrow at nine, in the browser's time zone. */
export function tomorrowMorning(now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9);
}

/** "Europe/Lisbon" */
export const timeZoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
