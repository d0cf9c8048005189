/** The recordings of a subscriber in the console. */
import { consoleRecordings } from '#contract/console/subscriber-recordings.ts'
import { respond } from '#contract/form/endpoint.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { type Recordings, expiresAtMs, stateOf } from '#server/recordings/recordings.ts'
import { inLanguage, type LiveTelevision } from '#server/television/television.ts'

export interface SubscriberRecordingDeps {
  readonly clock: Clock
  readonly recordings: Pick<Recordings, 'days' | 'list'>
  readonly television: Pick<LiveTelevision, 'now'>
}

export function subscriberRecordingEndpoints({
  clock,
  recordings,
  television,
}: SubscriberRecordingDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleRecordings', consoleRecordings, {
    list: async ({ account_id: accountId }) => {
      const list = await recordings.list(accountId)
      const [nowMs, snapshot] = [clock.nowMs(), television.now()]
      const sec = (ms: number) => Math.floor(ms / 1000)
      return respond({
        ...{ used_sec: Math.ceil(list.usedMs / 1000), granted_sec: sec(list.grantedMs) },
        recordings: list.recordings.map((one) => {
          const channel = snapshot.channel(one.cid)
          return {
            ...{ recording_id: one.id, title_ru: one.title.ru, title_uz: one.title.uz },
            channel: channel === undefined ? '' : inLanguage(channel.name, 'ru'),
            ...{ begin: sec(one.beginMs), end: sec(one.endMs), state: stateOf(one, nowMs) },
            expires_at: sec(expiresAtMs(one.endMs, recordings.days, one.expiryNotifiedAtMs, nowMs)),
          }
        }),
      })
    },
  })
}
