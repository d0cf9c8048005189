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
  'event.account_added': 'Subscriber added',
  'event.registered': 'Registered',
  'event.phone_confirmed': 'Phone confirmed',
  'event.card_saved': 'Card saved',
  'event.tv_login_allowed': 'Television let in',
  'event.login_refused_full': 'Login refused: all places of devices are taken',
  'event.registration_begun': 'Registration begun',
  'event.code_guessed_wrong': 'Wrong code entered',
  'event.password_rehashed': 'Password stored in a newer way',
  'event.token_reused': 'Session ended: its key was used twice',
  'event.token_on_other_device': 'Session ended: its key came from another device',
  'event.tv_login_asked': 'A television asks to log in',
  'event.tv_login_denied': 'Television not let in',
  'event.auto_renew_set': 'Renewal switched on or off',
  'event.card_auto_pay_set': 'Automatic payment by card switched on or off',
  'event.card_forgotten': 'Card removed',
  'event.promotion_activated': 'Promo code or offer used',
  'event.other_players_address_made': 'Address for other players made',
  'event.other_players_address_taken_back': 'Address for other players revoked',
  'event.notification_sent': 'Notification sent',
  'event.complaint_closed': 'Complaint closed',
  'event.card_refund_asked': 'Refund to the card requested',
}
