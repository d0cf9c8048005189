import type { LogEvents } from './log-event.ts'

/** Events of the bot in Telegram. */
export const telegramEvents = {
  'telegram.message_sent': { level: 'debug', means: 'Telegram took a notification (`notificationId`).' },
  'telegram.delivered': {
    level: 'info',
    means:
      'A run sent notifications to Telegram: how many were `sent`, to people who `blocked` the bot, `refused`, `unclear` ' +
      '(no answer came; not sent again), failed for now (`throttled`, `down`, `wrong_token`), were `dropped`, or ' +
      '`skipped` because the link changed meanwhile.',
  },
  'telegram.message_not_confirmed': {
    level: 'warn',
    means:
      'A message to Telegram was refused, or no answer came; it is not sent again, so that none comes twice.',
    action: 'Nothing for single ones: the site has the notification too. See `reason`.',
  },
  'telegram.blocked_by_person': {
    level: 'info',
    means: 'A subscriber has blocked the bot; nothing is sent there until they write to it again.',
  },
  'telegram.paused': {
    level: 'warn',
    means:
      'Telegram failed or asked to wait, and gets nothing for `pauseMs`; the messages wait, for a day at most.',
    action: 'Nothing if it recovers; else is api.telegram.org reachable from this machine?',
  },
  'telegram.recovered': { level: 'info', means: 'Telegram takes messages again.' },
  'telegram.token_rejected': {
    level: 'error',
    means: 'Telegram does not accept the token of the bot.',
    action: 'Was it revoked with BotFather? Enter the new one on the page “Outside services”.',
  },
  'telegram.call_failed': {
    level: 'error',
    means: 'A bug in a call of the Bot API.',
    action: 'See `error`.',
  },
  'telegram.job_not_started': {
    level: 'warn',
    means: 'A job of the bot could not be queued; it is tried again within a minute.',
    action: 'Is the database there? See `error`.',
  },
  'telegram.deliveries_expired': {
    level: 'warn',
    means:
      'Messages to Telegram that could not be sent within a day were deleted; the site has the notifications.',
    action: 'See `telegram.paused`.',
  },
  'telegram.update_failed': {
    level: 'warn',
    means: 'An update of the bot (`updateId`) could not be handled; it is tried again (`attempt`).',
    action: 'For `broke` see `error`; else Telegram was not reached, or refused the answer (`reason`).',
  },
  'telegram.update_dropped': {
    level: 'warn',
    means:
      'An update of the bot (`updateId`) is not tried again: its answer was refused, or its last `attempt` failed too.',
    action: 'Nothing for single ones; for `broke` see `error`. Else see `reason`.',
  },
  'telegram.polling_failed': {
    level: 'warn',
    means: 'Updates could not be fetched; they wait at Telegram, for a day, and are fetched after `pauseMs`.',
    action: 'Nothing if it recovers. Does another program use the same bot?',
  },
  'telegram.polling_recovered': { level: 'info', means: 'Updates are fetched again.' },
  'telegram.webhook_needs_https': {
    level: 'error',
    means: 'The bot is set to `webhook`, and EKRAN_PUBLIC_URL is no https address: no updates arrive.',
    action: 'Set EKRAN_PUBLIC_URL, or set the bot to `polling`.',
  },
  'telegram.webhook_failing': {
    level: 'warn',
    means: 'Telegram says that its last request to this installation failed (`problem`).',
    action: 'Is /telegram/updates reachable from outside?',
  },
  'telegram.not_set_up': {
    level: 'warn',
    means: 'The bot could not be set up, because Telegram was not reached; it is tried again in ten minutes.',
    action: 'Nothing if it recovers; else is api.telegram.org reachable from this machine?',
  },
  'telegram.request_failed': {
    level: 'warn',
    means: 'A request of Telegram with an update failed; Telegram sends it again.',
    action: 'See `error`.',
  },
} as const satisfies LogEvents
