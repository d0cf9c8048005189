import { nameOfHolder, presentStreams } from '#server/playback/playback.ts'
import type { ApiContext } from '#server/api/context/api-context.ts'
import { answer, refuse } from '#contract/form/endpoint.ts'
import { streams as calls } from '#contract/playback/streams.ts'
import { type BoundCall, type Handlers, bindCalls } from '#server/platform/http/endpoints/bind-contract.ts'

/** The calls about what an account watches now. */
export function streamEndpoints(
  api: Pick<ApiContext, 'streams' | 'accounts' | 'catalogue' | 'television'>,
): readonly BoundCall[] {
  const { accounts, streams } = api
  const handlers: Handlers<typeof calls> = {
    list: async (_input, { viewer, language }) => {
      const [limit, going] = await Promise.all([
        streams.limitOf(viewer.accountId),
        streams.goingOf(viewer.accountId),
      ])
      return answer({ limit, streams: { item: await presentStreams(api, going, viewer, language) } })
    },
    heartbeat: async ({ stream_id: streamId }, { viewer, language }) => {
      const beat = await streams.beat(streamId, viewer.sessionId)
      if (beat.kind !== 'stopped') return answer({ state: beat.kind, stopped_by: '' })
      const devices = await accounts.listDevices(viewer.accountId, viewer.sessionId)
      const by = beat.by === null ? '' : nameOfHolder(devices, beat.by, language)
      return answer({ state: 'stopped', stopped_by: by })
    },
    stop: async ({ stream_id: streamId }, { viewer }) => {
      const outcome = await streams.stop(viewer.accountId, streamId, viewer.sessionId)
      return outcome === 'stopped' ? answer({}) : refuse(outcome)
    },
  }
  return bindCalls('streams', calls, handlers)
}
