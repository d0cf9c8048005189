import type { Generated, GeneratedAlways } from 'kysely'
import type { Language } from '#contract/form/failures.ts'
import type { PushServiceName } from '#contract/accounts/push-devices.ts'

/** The tables of the module (`db/migrations/0051-push.sql`, `0118-reminders.sql`). */
export interface PushTables {
  push_device: PushDeviceTable
  push_delivery: PushDeliveryTable
  web_push_key: WebPushKeyTable
}

export interface WebPushKeyTable {
  only_row: Generated<boolean>
  public_key: string
  /** Sealed with the installation's secret. */
  private_sealed: string
  created_at: Date
}

export interface PushDeviceTable {
  push_device_id: GeneratedAlways<number>
  session_id: string
  service: PushServiceName
  /** The address of one app on one device, given by the service. */
  token: string
  language: Language
  registered_at: Date
}

export interface PushDeliveryTable {
  notification_id: number
  push_device_id: number
  service: PushServiceName
  /** Failed attempts. */
  attempts: Generated<number>
  next_attempt_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends PushTables {}
}
