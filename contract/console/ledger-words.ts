/** Names of the ledger's kinds and accounts, as the server and the console write them. */
export const ledgerKinds = ['top_up', 'charge', 'refund', 'reversal', 'promotion', 'adjustment'] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/**
 * `external`: credited by outside billing; `goodwill`, `corrections`: acts of the staff; `transfers`: between two accounts
 * of a person; `dealers`: cash that dealers took.
 */
export const serviceAccounts = [
  ...(['payments', 'revenue', 'promotions', 'adjustments', 'trials', 'goodwill', 'corrections'] as const),
  ...(['external', 'transfers', 'dealers'] as const),
] as const
export type ServiceAccount = (typeof serviceAccounts)[number]

/** What an entry is; the console has a sentence for each. */
export const entryStories = [
  ...(['paid', 'paid_late', 'paid_bank', 'paid_outside', 'paid_dealer', 'topped_up'] as const),
  ...(['charged', 'charged_trial', 'charge_returned', 'charge_returned_part'] as const),
  ...(['refunded', 'refunded_part', 'refund_withdrawn', 'refund_refused'] as const),
  ...(['gift', 'trial_started', 'trial_ended'] as const),
  ...(['apology', 'corrected_up', 'corrected_down', 'act_taken_back'] as const),
  ...(['merged_in', 'merged_out'] as const),
  ...(['reversed', 'reversed_part', 'adjusted_up', 'adjusted_down'] as const),
] as const
export type EntryStory = (typeof entryStories)[number]
