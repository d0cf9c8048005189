/** Reports to the server which stream is being watched here (ACC-09). */
import { streams } from '#contract/playback/streams.ts'
import type { StreamClient } from '#player/core/playback/stream-lease.ts'
import { call, callQuietly } from '#web/session/requests/api.ts'
import { keepLeft } from './released-lease.ts'

export const streamCalls: StreamClient = {
  async beat(streamId) {
    // A lost heartbeat does not change the connection state: the next one follows soon.
    const result = await callQuietly(streams.heartbeat, { stream_id: streamId })
    // Nobody may watch here any more: the next address is refused with the words for that.
    if (result.kind === 'refused' && result.failure === 'profile_not_found') return { kind: 'unknown' }
    if (result.kind !== 'ok') return { kind: 'unreachable' }
    const { state, stopped_by } = result.data
    return state === 'stopped' ? { kind: 'stopped', by: stopped_by } : { kind: state }
  },
  // Requests that change something outlive the page that sends them.
  leave: (streamId) => {
    keepLeft(streamId)
    void call(streams.stop, { stream_id: streamId })
  },
}
