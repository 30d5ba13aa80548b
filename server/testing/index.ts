export { createTestApp, type TestApp, type TestOverrides } from './apps/test-app.ts';
export { race, raceTimeoutMs, repeatRace } from './race.ts';
export { type RecordedJobs, recordJobs } from './recorded-jobs.ts';
export { type CommandResult, runCommand } from './run-command.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
