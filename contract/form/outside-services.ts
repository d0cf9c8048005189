/** Outside services that can be set while the server runs, in the order in which they are shown. */
const services = [
  'sms',
  'sms_spare',
  'voice',
  'cards',
  'payme',
  'click',
  'paynet',
  'uzum',
  'fiscal',
  'mail',
  'telegram',
  'telegram_bot',
  'fcm',
  'apns',
] as const

/** Settings of one value that change while the server runs; there is nothing to try. */
export const plainSettings = [
  'webhook_hosts',
  'registration',
  'registration_clients',
  'activation_periods',
  'codes_per_hour',
  'upload_size',
  'free_space',
  'catchup_connections',
  'catchup_space',
  'archive_lead',
  'archive_lag',
  'recording_days',
  'recording_total_hours',
  'guest_watching',
  'guest_streams',
  'shared_moments',
  'broadcast_titles',
  'broadcast_title_score',
  'network_list_days',
] as const

/** What can be set while the server runs. */
export const outsideServices = [...services, ...plainSettings] as const
export type OutsideServiceName = (typeof outsideServices)[number]

/**
 * Why a setting stays in the environment. `start`: it is needed before the database can be read. `machine`: it names a
 * file, a folder or a program of the machine. `trust`: it says whom the server trusts, or protects the console itself.
 * `address`: pages and apps are built with it at the start. `page`: a page of the console has it, and wins. `issued`:
 * what was given out by the former value must stay valid.
 */
export const environmentReasons = ['start', 'machine', 'trust', 'address', 'page', 'issued'] as const
export type EnvironmentReason = (typeof environmentReasons)[number]

/** What can be tried besides the services: the store of media. */
export const testSubjects = [...services, 'store'] as const
export type TestSubject = (typeof testSubjects)[number]

/** The steps of a test. */
export const testSteps = [
  'message',
  'call',
  'login',
  'page',
  'own_address',
  'write',
  'read',
  'delete',
] as const
export type TestStepName = (typeof testSteps)[number]

/** What became of a step. */
export const testWords = [
  'done',
  'answers',
  'no_connection',
  'timeout',
  'login_refused',
  'refused',
  'unexpected',
  'not_encrypted',
  'local_address',
  'not_possible',
] as const
export type TestWord = (typeof testWords)[number]
