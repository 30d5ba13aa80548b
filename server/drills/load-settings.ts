/** Settings of processes under load: it comes from few addresses, and what starts takes the processor from the others. */
export const LOAD_SETTINGS = {
  SIGN_UPS_PER_ADDRESS: '1000000',
  REFERRALS_PER_DAY: '1000000',
  REFERRALS_PER_MONTH: '1000000',
  REACTIONS_PER_MINUTE: '1000000',
  MAX_EVENT_LOOP_DELAY_MS: '0',
};
