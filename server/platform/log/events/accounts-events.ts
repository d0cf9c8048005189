/** Log events of accounts, registration, messages and the audit. */
import type { LogEvents } from './log-event.ts'

export const accountsEvents = {
  'accounts.expired_sessions_deleted': {
    level: 'info',
    means: 'Expired sessions, devices and trusted networks were deleted.',
  },
  'staff.ended_deleted': {
    level: 'info',
    means: 'Sessions, links and wrong guesses of the staff that ended 90 days ago were deleted.',
  },
  'support_views.ended_deleted': {
    level: 'info',
    means: 'Views of the site as a subscriber that ended 45 days ago were deleted; the audit has them.',
  },
  'audit.chain_broken': {
    level: 'error',
    means:
      'The record of security events was changed outside Ekran: `eventId` is the first row that does not fit.',
    action: 'Treat it as an intrusion: who had access to the database?',
  },
  'audit.events_dropped': {
    level: 'error',
    means: 'The database accepts no security events and too many wait in memory: the oldest are dropped.',
    action: 'Restore the database connection.',
  },
  'audit.write_failed': {
    level: 'error',
    means: 'Security events could not be written; they wait in memory.',
    action: 'Is the database there? See `error`.',
  },
  'audit.event_after_close': {
    level: 'error',
    means: 'A security event came after the audit was closed by the stop and is lost (`securityEvent`).',
    action: 'Report it.',
  },
  'audit.events_lost': {
    level: 'error',
    means: 'The process stopped while the database accepted no security events; `lost` of them are lost.',
    action: 'Is the database there?',
  },
  'registration.billing_account_failed': {
    level: 'error',
    means: 'Billing could not open an account, so the registration failed.',
    action: 'See `error`.',
  },
  'registration.password_not_sent': {
    level: 'warn',
    means: 'The generated password could not be sent to a new subscriber.',
    action: 'See `reason`; the subscriber can request a new one.',
  },
  'registration.reset_not_sent': {
    level: 'warn',
    means: 'A new password could not be sent.',
    action: 'See `reason` and the `messages.` lines.',
  },
  'registration.former_phone_not_notified': {
    level: 'warn',
    means: 'The former phone number could not be notified that the number was changed.',
    action: 'See `reason`.',
  },
  'registration.follow_up_failed': {
    level: 'error',
    means: 'Work after the response (sending a message) failed.',
    action: 'See `error`.',
  },
  'registration.expired_codes_deleted': {
    level: 'info',
    means: 'Expired one-time codes were deleted.',
  },
  'registration.pumping_suspected': {
    level: 'error',
    means: 'Codes are requested but rarely entered: probably SMS pumping, which is fraud by paid messages.',
    action: 'Find the networks that request them; block them.',
  },
  'registration.pumping_over': { level: 'info', means: 'Enough of the codes sent are entered again.' },
  'registration.pumping_check_failed': {
    level: 'warn',
    means: 'The share of entered codes could not be counted.',
    action: 'See `error`.',
  },
  'tv_login.too_many_open': {
    level: 'warn',
    means: 'Too many television logins are pending at once; new ones are refused for now.',
    action: 'Is it an attack? Check the client addresses.',
  },
  'tv_login.expired_requests_deleted': {
    level: 'info',
    means: 'Expired login requests of televisions were deleted.',
  },
  'remote_control.queue_full': {
    level: 'warn',
    means: 'A television does not fetch the commands that a phone sends it: 20 of them wait (`television`).',
    action: 'Nothing: they expire within 10 s. If it happens often, does every process receive NOTIFY?',
  },
  'remote_control.ended_deleted': {
    level: 'info',
    means: 'Remote control data of ended sessions were deleted.',
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
    means: 'A bug, or an unexpected response of a message gateway.',
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
    action: 'Nothing if there is another gateway; else ask its provider.',
  },
  'messages.no_gateway': {
    level: 'error',
    means: 'No message gateway works: no codes can be sent, no viewer can register.',
    action: 'Ask the providers; add a gateway.',
  },
  'notifications.read_failed': {
    level: 'warn',
    means: 'Notifications of waiting clients could not be read; it is tried again.',
    action: 'Is the database there? See `error`.',
  },
  'notifications.old_deleted': { level: 'info', means: 'Old notifications were deleted.' },
  'push.message_sent': {
    level: 'debug',
    means: 'A push service took a notification for a device (`device`, its number in `push_device`).',
  },
  'push.delivered': {
    level: 'info',
    means:
      'A run sent push messages to a service: how many were `sent`, to devices that are `gone`, `refused`, failed ' +
      'for now (`throttled`, `down`, `wrong_key`) or were `dropped` as too old or for a blocked account.',
  },
  'push.message_refused': {
    level: 'warn',
    means: 'A push service refused one message for good; the device stays registered.',
    action:
      'See `reason`: `sender_id_mismatch` and `devicetokennotfortopic` are apps that were built for another project or bundle id.',
  },
  'push.device_gone': {
    level: 'info',
    means: 'A push service says that a device’s token is no longer valid; it was deleted.',
  },
  'push.service_paused': {
    level: 'warn',
    means: 'A push service failed and is not used for `pauseMs`; the messages wait.',
    action: 'Nothing if it recovers; else is the service reachable from this machine?',
  },
  'push.service_recovered': { level: 'info', means: 'A push service works again.' },
  'push.service_rejected_key': {
    level: 'error',
    means: 'A push service refuses the operator’s key; the messages wait, for a day at most.',
    action:
      'See `reason` and docs/guides/push.md. Was the key deleted, are its project, team and bundle id right, is the clock right?',
  },
  'push.service_failed': {
    level: 'error',
    means: 'A bug, or an unexpected response of a push service.',
    action: 'See `error`.',
  },
  'push.key_refused': {
    level: 'error',
    means:
      'The key of a push service, set while the server runs, cannot be used (`why`); the service is off.',
    action: 'Enter the key again, or take the change of the setting back. See docs/guides/push.md.',
  },
  'push.services_not_changed': {
    level: 'error',
    means: 'Changed settings of push services could not be taken up; the former ones are used.',
    action: 'Restart the processes with `jobs`. See `error`.',
  },
  'push.job_not_started': {
    level: 'warn',
    means: 'The job that sends push messages could not be queued; it is tried again within a minute.',
    action: 'Is the database there? See `error`.',
  },
  'push.deliveries_expired': {
    level: 'warn',
    means: 'Push messages that could not be sent within a day were deleted.',
    action: 'Are EKRAN_FCM and EKRAN_APNS set where `jobs` run? See `push.service_paused`.',
  },
  'push.count_failed': {
    level: 'warn',
    means: 'Waiting push messages could not be counted for the metrics.',
    action: 'See `error`.',
  },
  'complaints.old_deleted': { level: 'info', means: 'Old complaints were deleted.' },
  'complaints.count_failed': {
    level: 'warn',
    means: 'Open complaints could not be counted for the metrics.',
    action: 'See `error`.',
  },
  'viewing.old_positions_deleted': { level: 'info', means: 'Old positions in films were deleted.' },
} as const satisfies LogEvents
