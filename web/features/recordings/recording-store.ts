/** The programmes that the viewer keeps. */
import { recordings } from '#contract/channels/recordings.ts'
import { createProgrammeMarks } from '#web/features/reminders/programme-marks.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { call } from '#web/session/requests/api.ts'
import { onLogout } from '#web/session/on-logout.ts'
import { createStore } from '#web/state/create-store.ts'

/** The channels whose programmes can be kept; null until that is known, and where the server does not say. */
export const keepableChannels = createStore<ReadonlySet<number> | null>(null)
onLogout(() => keepableChannels.set(null))

export const recordingMarks = createProgrammeMarks({
  load: async () => {
    const result = await call(recordings.list, {})
    if (result.kind !== 'ok') return null
    const { cids } = result.data
    keepableChannels.set(cids === undefined ? null : new Set(cids))
    return new Map(result.data.recordings.filter(({ pid }) => pid !== 0).map(({ pid, id }) => [pid, id]))
  },
  add: async ({ cid, pid }) => {
    const result = await call(recordings.add, { cid, pid })
    if (result.kind !== 'ok') return result
    forgetResponses(recordings.list.path)
    return { ...result, data: { id: result.data.id, pids: [] } }
  },
  remove: async (id) => {
    const result = await call(recordings.remove, { id })
    if (result.kind === 'ok') forgetResponses(recordings.list.path)
    return result
  },
})
