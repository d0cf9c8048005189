/** Every event that may be logged: `docs/guides/logs.md` is generated from this table, and no other name compiles. */
import type { MediaLogEvents } from '#media/log-events/log-events.ts'
import { accountsEvents } from './accounts-events.ts'
import { alarmEvents } from './alarm-events.ts'
import { bulkEvents } from './bulk-events.ts'
import { campaignEvents } from './campaign-events.ts'
import { cityEvents } from './city-events.ts'
import { contentEvents } from './content-events.ts'
import { edgeEvents } from './edge-events.ts'
import { httpEvents } from './http-events.ts'
import { leaseEvents } from './lease-events.ts'
import type { LogLevel } from './log-event.ts'
import { moneyEvents } from './money-events.ts'
import { operationsEvents } from './operations-events.ts'
import { processEvents } from './process-events.ts'
import { telegramEvents } from './telegram-events.ts'
import { televisionEvents } from './television-events.ts'
import { webhookEvents } from './webhook-events.ts'

export const logEvents = {
  ...processEvents,
  ...httpEvents,
  ...accountsEvents,
  ...telegramEvents,
  ...moneyEvents,
  ...contentEvents,
  ...televisionEvents,
  ...alarmEvents,
  ...bulkEvents,
  ...cityEvents,
  ...edgeEvents,
  ...leaseEvents,
  ...campaignEvents,
  ...webhookEvents,
  ...operationsEvents,
} as const

/** Together with those of the engine, which declares its own. */
type AllEvents = typeof logEvents & MediaLogEvents

/** Names of the events of one level. */
export type LogEventOf<Level extends LogLevel> = {
  [Name in keyof AllEvents]: AllEvents[Name] extends { readonly level: Level } ? Name : never
}[keyof AllEvents]
