import { nameOfHolder, presentStreams } from './present-streams.ts'
import type { ApiContext } from '#server/api/context/api-context.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import { streams as endpoints } from '#contract/playback/streams.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** The endpoints of an account's active streams. */
export function streamEndpoints(
  api: Pick<ApiContext, 'streams' | 'accounts' | 'catalogue' | 'television'>,
): readonly BoundEndpoint[] {
  const { accounts, streams } = api
  const handlers: Handlers<typeof endpoints> = {
    list: async (_input, { viewer, language }) => {
      const [limit, going] = await Promise.all([
        streams.limitOf(viewer.accountId),
        streams.activeStreams(viewer.accountId),
      ])
      return respond({ limit, streams: { item: await presentStreams(api, going, viewer, language) } })
    },
    heartbeat: async ({ stream_id: streamId }, { viewer, language }) => {
      const beat = await streams.beat(streamId, viewer.sessionId)
      if (beat.kind !== 'stopped') return respond({ state: beat.kind, stopped_by: '' })
      const devices = await accounts.listDevices(viewer.accountId, viewer.sessionId)
      const by = beat.by === null ? '' : nameOfHolder(devices, beat.by, language)
      return respond({ state: 'stopped', stopped_by: by })
    },
    stop: async ({ stream_id: streamId }, { viewer }) => {
      const outcome = await streams.stop(viewer.accountId, streamId, viewer.sessionId)
      return outcome === 'stopped' ? respond({}) : reject(outcome)
    },
  }
  return bindEndpoints('streams', endpoints, handlers)
}
