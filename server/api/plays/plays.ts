import type { PlayFigures } from '#contract/playback/play-quality.ts'
import { respond } from '#contract/form/endpoint.ts'
import { playQuality as endpoints } from '#contract/playback/play-quality.ts'
import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import {
  bindEndpoints,
  type BoundEndpoint,
  type Handlers,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import { addFailedPlays, type FailedPlay } from '#server/subscribers/subscribers.ts'
import type { EndpointLimits } from '#server/platform/http/endpoints/endpoint-limits.ts'

/** Players' reports of their plays. `limits` counts the reports of a network. */
export function playEndpoints(
  { plays: collector, db, clock }: Uses<{ plays: 'add'; clock: 'nowMs' }> & Pick<ApiContext, 'db'>,
  limits?: EndpointLimits,
): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof endpoints> = {
    report: async ({ device_kind: device, plays }, { viewer, log, clientAddress }) => {
      collector.add(device, plays, { address: clientAddress, accountId: viewer?.accountId })
      if (viewer === undefined) return respond({})
      try {
        await addFailedPlays(db, viewer, failuresOf(plays), clock.nowMs())
      } catch (error) {
        // A player does not repeat its report.
        log.warn('plays.failures_not_stored', { error })
      }
      return respond({})
    },
  }
  return bindEndpoints('playQuality', endpoints, handlers, limits)
}

function failuresOf(plays: readonly PlayFigures[]): readonly FailedPlay[] {
  return plays.flatMap(({ kind, id, failure }) =>
    failure === undefined ? [] : [{ kind, itemId: id, code: failure }],
  )
}
