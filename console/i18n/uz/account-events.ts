/** Uzbek: what happened to an account, for its timeline and for the audit log. */
import type { UzbekFor } from '#web/i18n/texts.ts'
import type { accountEvents as ru } from '#console/i18n/ru/account-events.ts'

export const accountEvents: UzbekFor<typeof ru> = {
  'event.account_pin_set': 'PIN oʻrnatildi',
  'event.account_pin_removed': 'PIN olib tashlandi',
  'event.telegram_linked': 'Telegram ulandi',
  'event.telegram_unlinked': 'Telegram uzildi',
  'event.account_blocked': 'Abonent bloklandi',
  'event.account_opened': 'Abonent qayta ochildi',
}
