/** Russian, the source: what happened to an account, for its timeline and for the audit log. */
export const accountEvents = {
  'event.account_pin_set': 'PIN задан',
  'event.account_pin_removed': 'PIN убран',
  'event.telegram_linked': 'Telegram подключён',
  'event.telegram_unlinked': 'Telegram отключён',
  'event.account_blocked': 'Абонент заблокирован',
  'event.account_opened': 'Абонент снова открыт',
} as const
