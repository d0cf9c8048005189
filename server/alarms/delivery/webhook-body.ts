/** The JSON of a webhook (docs/guides/alarms.md). Pure. */
import type { DeliveryEvent } from '#server/alarms/stored/tables.ts'
import type { AlarmFacts, MessageText } from './message-text.ts'

const maxChannels = 500

export function webhookBody({
  event,
  facts,
  text,
  nowMs,
}: {
  readonly event: DeliveryEvent
  readonly facts: AlarmFacts | undefined
  readonly text: MessageText
  readonly nowMs: number
}): string {
  return JSON.stringify({
    event: event === 'test' ? 'test' : `alarm.${event}`,
    sent_at: secOf(nowMs),
    text: text.body,
    ...(facts === undefined ? {} : { alarm: alarmOf(facts) }),
  })
}

function alarmOf({ alarmId, rule, kind, host, beganMs, endedMs, channels }: AlarmFacts) {
  const own = channels.filter(({ cid }) => cid !== 0)
  return {
    ...{ id: alarmId, rule, kind, host },
    began_at: secOf(beganMs),
    ended_at: endedMs === null ? null : secOf(endedMs),
    channel_count: own.length,
    channels: own.slice(0, maxChannels).map(({ cid, number, name }) => ({ id: cid, number, name })),
  }
}

function secOf(ms: number): number {
  return Math.floor(ms / 1000)
}
