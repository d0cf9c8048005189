import { respond } from '#contract/form/endpoint.ts'
import { playQuality as endpoints } from '#contract/playback/play-quality.ts'
import type { Uses } from '#server/api/context/api-context.ts'
import {
  bindEndpoints,
  type BoundEndpoint,
  type Handlers,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { EndpointLimits } from '#server/platform/http/endpoints/endpoint-limits.ts'

/** Players' reports of their plays. `limits` counts the reports of a network. */
export function playEndpoints(
  { plays: collector }: Uses<{ plays: 'add' }>,
  limits?: EndpointLimits,
): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof endpoints> = {
    report: ({ device_kind: device, plays }) => {
      collector.add(device, plays)
      return respond({})
    },
  }
  return bindEndpoints('playQuality', endpoints, handlers, limits)
}
