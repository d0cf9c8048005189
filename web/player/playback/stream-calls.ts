/** How the server is told what is being watched here (ACC-09). */
import { streams } from '#contract/playback/streams.ts'
import type { StreamClient } from '#player/core/playback/stream-lease.ts'
import { call, callQuietly } from '#web/session/requests/api.ts'
import { keepLeft } from './released-lease.ts'

export const streamCalls: StreamClient = {
  async beat(streamId) {
    // One that is lost on the way says nothing of the connection: the next one follows soon.
    const result = await callQuietly(streams.heartbeat, { stream_id: streamId })
    if (result.kind !== 'answer') return { kind: 'unreachable' }
    const { state, stopped_by } = result.data
    return state === 'stopped' ? { kind: 'stopped', by: stopped_by } : { kind: state }
  },
  // Calls that change something outlive the page that makes them.
  leave: (streamId) => {
    keepLeft(streamId)
    void call(streams.stop, { stream_id: streamId })
  },
}
