import type { consoleOutsideServices } from '#contract/console/outside-services.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { plainSettings, testSubjects } from '#contract/form/outside-services.ts'

export type Listed = ResponseOf<typeof consoleOutsideServices.list>
export type Service = Listed['services'][number]
export type Field = Service['fields'][number]

/** The services by what they are for, in their order. */
export const serviceGroups = [
  { name: 'messages', services: ['sms', 'sms_spare', 'voice'] },
  { name: 'money', services: ['cards', 'payme', 'click', 'paynet', 'uzum', 'fiscal'] },
  { name: 'alarms', services: ['mail', 'telegram', 'webhook_hosts'] },
  { name: 'push', services: ['telegram_bot', 'fcm', 'apns'] },
  {
    name: 'access',
    services: [
      'registration',
      'registration_clients',
      'activation_periods',
      'codes_per_hour',
      'network_list_days',
      'guest_watching',
      'guest_streams',
      'broadcast_titles',
      'broadcast_title_score',
      'shared_moments',
    ],
  },
  {
    name: 'limits',
    services: [
      ...(['upload_size', 'free_space', 'catchup_connections', 'catchup_space'] as const),
      ...(['archive_lead', 'archive_lag', 'recording_days', 'recording_total_hours'] as const),
    ],
  },
] as const satisfies readonly { name: string; services: readonly Service['service'][] }[]

type Subject = InputOf<typeof consoleOutsideServices.test>['subject']

/** What is tried of a service; undefined for a value that there is nothing to try of. */
export function subjectOf(service: Service['service']): Subject | undefined {
  return testSubjects.find((one) => one === service)
}

/** What a test message needs: a phone, an e-mail address, the number of a subscriber, or nothing. */
export function targetOf(subject: Subject): 'phone' | 'mail' | 'abonement' | undefined {
  switch (subject) {
    case 'mail':
      return 'mail'
    case 'telegram_bot':
    case 'fcm':
    case 'apns':
      return 'abonement'
    case 'sms':
    case 'sms_spare':
    case 'voice':
      return 'phone'
    default:
      return undefined
  }
}

/** Whether a setting is one value, not a service. */
export function isPlain(service: Service['service']): boolean {
  return plainSettings.some((one) => one === service)
}
