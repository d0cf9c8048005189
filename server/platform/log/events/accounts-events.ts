/** Log events of accounts, registration, messages and the audit. */
import type { LogEvents } from './log-event.ts'

export const accountsEvents = {
  'accounts.expired_sessions_deleted': {
    level: 'info',
    means: 'Sessions, devices and trusted networks whose time is over were deleted.',
  },
  'audit.chain_broken': {
    level: 'error',
    means:
      'The record of security events was changed outside Ekran: `eventId` is the first row that does not fit.',
    action: 'Treat it as an intrusion: who had access to the database?',
  },
  'audit.events_dropped': {
    level: 'error',
    means: 'The database takes no security events and too many wait in memory: the oldest are dropped.',
    action: 'Bring the database back.',
  },
  'audit.write_failed': {
    level: 'error',
    means: 'Security events could not be written; they wait in memory.',
    action: 'Is the database there? See `error`.',
  },
  'audit.event_after_close': {
    level: 'error',
    means: 'A security event came after the record was closed by the stop and is lost (`securityEvent`).',
    action: 'Report it.',
  },
  'audit.events_lost': {
    level: 'error',
    means: 'The process stopped while the database took no security events; `lost` of them are gone.',
    action: 'Is the database there?',
  },
  'registration.billing_account_failed': {
    level: 'error',
    means: 'Billing could not open an account, so nobody was registered.',
    action: 'See `error`.',
  },
  'registration.password_not_sent': {
    level: 'warn',
    means: 'A new subscriber could not be sent the password made for them.',
    action: 'See `reason`; they can ask for a new one.',
  },
  'registration.reset_not_sent': {
    level: 'warn',
    means: 'A new password could not be sent.',
    action: 'See `reason` and the `messages.` lines.',
  },
  'registration.former_phone_not_notified': {
    level: 'warn',
    means: 'The former phone number could not be told that the number was changed.',
    action: 'See `reason`.',
  },
  'registration.follow_up_failed': {
    level: 'error',
    means: 'Work that goes on after the answer (sending a message) failed.',
    action: 'See `error`.',
  },
  'registration.expired_codes_deleted': {
    level: 'info',
    means: 'One-time codes whose time is over were deleted.',
  },
  'registration.pumping_suspected': {
    level: 'error',
    means: 'Codes are sent and hardly entered: somebody earns on our SMS.',
    action: 'Look at the networks that ask for them; block them.',
  },
  'registration.pumping_over': { level: 'info', means: 'Enough of the codes sent are entered again.' },
  'registration.pumping_check_failed': {
    level: 'warn',
    means: 'How many codes are entered could not be counted.',
    action: 'See `error`.',
  },
  'tv_login.too_many_open': {
    level: 'warn',
    means: 'Too many logins of televisions are open at once; new ones are refused for now.',
    action: 'Is it an attack? Look at the addresses.',
  },
  'tv_login.expired_requests_deleted': {
    level: 'info',
    means: 'Login requests of televisions whose time is over were deleted.',
  },
  'remote_control.queue_full': {
    level: 'warn',
    means: 'A television does not fetch the commands that a phone sends it: 20 of them wait (`television`).',
    action: 'Nothing: they expire within 10 s. If it happens to many, is NOTIFY heard in every process?',
  },
  'remote_control.ended_deleted': {
    level: 'info',
    means: 'What ended sessions left behind of controlling televisions was deleted.',
  },
  'messages.sms_sent': { level: 'info', means: 'A gateway took an SMS. The number is masked.' },
  'messages.sms_failed': {
    level: 'warn',
    means: 'An SMS was not sent.',
    action: 'See `reason` and `messages.gateway_paused`.',
  },
  'messages.call_made': { level: 'info', means: 'A call with a code was made. The number is masked.' },
  'messages.call_failed': {
    level: 'warn',
    means: 'A call with a code was not made.',
    action: 'See `reason`.',
  },
  'messages.gateway_failed': {
    level: 'error',
    means: 'A bug, or an unexpected answer of a message gateway.',
    action: 'See `error`.',
  },
  'messages.gateway_recovered': { level: 'info', means: 'A message gateway works again.' },
  'messages.gateway_rejected_login': {
    level: 'error',
    means: 'A message gateway refuses our login.',
    action: 'Check its address and password in the settings, and the contract.',
  },
  'messages.gateway_paused': {
    level: 'warn',
    means: 'A message gateway failed and is not used for `pauseMs`.',
    action: 'Nothing, when there is another; else ask its provider.',
  },
  'messages.no_gateway': {
    level: 'error',
    means: 'No message gateway works: no codes can be sent, nobody can register.',
    action: 'Ask the providers; add a gateway.',
  },
  'notifications.read_failed': {
    level: 'warn',
    means: 'Waiting notifications could not be looked at; it is tried again.',
    action: 'Is the database there? See `error`.',
  },
  'notifications.old_deleted': { level: 'info', means: 'Old notifications were deleted.' },
  'complaints.old_deleted': { level: 'info', means: 'Old complaints were deleted.' },
  'complaints.count_failed': {
    level: 'warn',
    means: 'Open complaints could not be counted for the metrics.',
    action: 'See `error`.',
  },
  'viewing.old_positions_deleted': { level: 'info', means: 'Old positions in films were deleted.' },
} as const satisfies LogEvents
