export { DataBudget, type DataUse, DEFAULT_BYTES, limitData } from './budget.ts';
