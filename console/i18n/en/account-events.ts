/** English: what happened to an account, for its timeline and for the audit log. */
import type { EnglishFor } from '#console/i18n/texts.ts'
import type { accountEvents as ru } from '#console/i18n/ru/account-events.ts'

export const accountEvents: EnglishFor<typeof ru> = {
  'event.account_pin_set': 'PIN set',
  'event.account_pin_removed': 'PIN removed',
  'event.telegram_linked': 'Telegram linked',
  'event.telegram_unlinked': 'Telegram unlinked',
  'event.account_blocked': 'Subscriber blocked',
  'event.account_opened': 'Subscriber opened again',
}
