import { respond, reject } from '#contract/form/endpoint.ts'
import { playQuality as endpoints } from '#contract/playback/play-quality.ts'
import type { Uses } from '#server/api/context/api-context.ts'
import {
  bindEndpoints,
  type BoundEndpoint,
  type Handlers,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import { createNetworkLimit } from '#server/platform/http/client/networks.ts'
import type { RateLimit } from '#server/platform/http/client/rate-limit.ts'

/** A provider may stand behind one address: a thousand screens that report once a minute. */
const reportLimit = { name: 'play_quality', attempts: 1200, perSec: 60 }

/** What players report of their plays. `limit`: how many reports one network may bring. */
export function playEndpoints(
  { plays: collector }: Uses<{ plays: 'add' }>,
  limit: RateLimit = createNetworkLimit(reportLimit),
): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof endpoints> = {
    report: async ({ device_kind: device, plays }, { clientAddress }) => {
      const spent = await limit.spend(clientAddress)
      if (spent.kind === 'refused') {
        const { retryAfterSec } = spent
        return reject('too_many_requests', { retryAfterSec, values: { seconds: retryAfterSec } })
      }
      collector.add(device, plays)
      return respond({})
    },
  }
  return bindEndpoints('playQuality', endpoints, handlers)
}
