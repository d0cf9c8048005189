/** The programmes that the viewer keeps. */
import { recordings } from '#contract/channels/recordings.ts'
import { createProgrammeMarks } from '#web/features/reminders/programme-marks.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { call } from '#web/session/requests/api.ts'

export const recordingMarks = createProgrammeMarks({
  load: async () => {
    const result = await call(recordings.list, {})
    if (result.kind !== 'ok') return null
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
