/** English for what an endpoint of the console may refuse with; the server has the Russian and Uzbek sentences. */
import type { consoleApi } from '#contract/console/console-api.ts'

type Failures<Subject> = Subject extends { readonly failures: readonly (infer Failure)[] } ? Failure : never
type Subjects = (typeof consoleApi)[keyof typeof consoleApi]
type Endpoints<Subject = Subjects> = Subject extends unknown ? Subject[keyof Subject] : never

/** Failures that need no declaration. */
type AlwaysPossible =
  | 'invalid_input'
  | 'not_authorized'
  | 'not_found'
  | 'method_not_allowed'
  | 'too_large'
  | 'too_many_requests'
  | 'something_went_wrong'
  | 'busy'
  | 'staff_forbidden'
  | 'second_factor_needed'
  | 'enrolment_needed'
  | 'step_up_needed'
  | 'cross_site_request'

export type ConsoleFailure = Failures<Endpoints> | AlwaysPossible

/** `{seconds}` and `{limit}` stand for values of the response. */
export const englishFailures: Readonly<Record<ConsoleFailure, string>> = {
  invalid_input: 'Check what you entered',
  not_authorized: 'The session has ended, log in again',
  not_found: 'There is no such page',
  method_not_allowed: 'This request is not accepted in this way',
  too_large: 'That is too much data',
  too_many_requests: 'Too many attempts. Try again in {seconds} s',
  something_went_wrong: 'Something went wrong',
  busy: 'The service is overloaded, try again in a minute',
  staff_forbidden: 'Your role may not do this. Ask an owner or an administrator',
  second_factor_needed: 'Confirm the login with a second factor: a code or a passkey',
  enrolment_needed: 'First set up a second factor: an authenticator app or a passkey',
  step_up_needed: 'Confirm once more that it is you',
  cross_site_request: 'The request did not come from the console. Open the console and try again',
  wrong_login: 'Wrong login or password',
  wrong_password: 'Wrong password',
  weak_password: 'This password is easy to guess. Think of another one',
  wrong_factor: 'The code is wrong or was used already. Enter the next one',
  console_set_up: 'There is an owner already. Log in, or ask for an invitation',
  wrong_operator_password: 'Wrong operator’s password. It is set on the server with EKRAN_OPERATOR_PASSWORD',
  operator_password_unset:
    'EKRAN_OPERATOR_PASSWORD is not set on the server. Set it, or invite the owner with the command staff invite',
  invitation_ended: 'The link no longer works: it was used, taken back or has expired. Ask for a new one',
  login_taken: 'There is a member of staff with this login already',
  staff_not_found: 'There is no such member of staff',
  role_above_own: 'Only an owner appoints and changes owners',
  last_owner: 'This is the last owner. Appoint another one first',
  not_yourself: 'Your role and access are changed by somebody else',
  last_factor: 'This is the last second factor. Add another one first',
  passkey_refused: 'The passkey was not accepted. Try again, or use a code',
  staff_session_not_found: 'This session has ended already',
  staff_blocked: 'Your access is blocked. Ask an owner or an administrator',
  passkey_not_found: 'There is no such passkey',
  invitation_not_found: 'There is no such invitation',
  passkeys_full: 'There are {limit} passkeys already. Remove one you do not need',
  change_not_found: 'There is no such change',
  change_undone: 'This change was taken back already',
  undo_too_late: 'A change can be taken back within {days} days',
  changed_since: 'While you were editing, {who} changed this. Look at their version and save again',
  channel_not_found: 'There is no such channel: it was deleted, or merged into another one',
  number_twice: 'The number {number} is given to two channels. Give one of them another number',
  category_not_found: 'There is no such category. Choose one of the list',
  category_named: 'There is a category of this name already',
  categories_full: 'There are {limit} own categories already. Delete one you do not need',
  category_fixed: 'This category cannot be deleted: every app has it. It can be renamed',
  merge_into_itself: 'A channel cannot be merged into itself. Choose another one',
  merge_of_linear: 'A channel that is made of films by a schedule cannot be merged',
  draft_not_found: 'This import is gone: it was applied or discarded. Load the list again',
  draft_incomplete: 'The file did not arrive completely. Load it again',
  draft_nothing_taken: 'Nothing is chosen. Choose at least one channel',
  list_unreachable:
    'No list came from this address. It must be reachable from the internet and have at most 16\u00a0MB. You can download the file and load it',
  source_of_linear: 'This channel is made of films: it has no sources',
  source_address:
    'This address cannot be recorded. Use http, https, udp, rtp, srt, rtmp or rtsp: https://example.uz/tv.m3u8, udp://239.1.1.1:5000',
  source_twice: 'The channel has this address already',
  sources_full: 'The channel has {limit} sources already. Delete one you do not need',
  source_not_found: 'The channel has no such source any more. Reload the page',
  source_last: 'The last source cannot be removed. Add another one first, or switch the channel off',
}
