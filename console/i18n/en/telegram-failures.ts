/** English for failures of the bot in Telegram. */
export const telegramFailures = {
  telegram_off: 'There is no bot in Telegram now. Try later, or log in by phone number',
  telegram_login_wrong: 'The answer of Telegram did not match. Press “By Telegram” again',
  telegram_login_old: 'This login was used already or is too old. Press “By Telegram” again',
  telegram_unknown:
    'This Telegram is not linked with an account. Log in by phone number and link it in the cabinet',
  telegram_phone_unchecked:
    'Confirm the number first: open the bot, press /start and the button that sends the number',
  telegram_not_linked: 'No Telegram is linked with this account. Reload the page',
  setting_test_no_telegram:
    'Subscriber {to} has no Telegram linked. Let them open the bot and send it their number',
} as const
