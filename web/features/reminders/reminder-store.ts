/** The viewer's reminders, and the shows that the viewer follows. */
import type { CallResult } from '#contract/client.ts'
import { followed } from '#contract/search/followed-shows.ts'
import { reminders } from '#contract/channels/reminders.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { call } from '#web/session/requests/api.ts'
import { onLogout } from '#web/session/on-logout.ts'
import { createProgrammeMarks } from './programme-marks.ts'

const defaultMinutes = 5
let minutesBefore = defaultMinutes
onLogout(() => {
  minutesBefore = defaultMinutes
})

/** How many minutes before a programme reminders come. */
export function minutesBeforeStart(): number {
  return minutesBefore
}

/** The viewer chose another time. */
export function minutesChosen(minutes: number): void {
  minutesBefore = minutes
}

export const reminderMarks = createProgrammeMarks({
  load: async () => {
    const result = await call(reminders.list, {})
    if (result.kind !== 'ok') return null
    minutesBefore = result.data.minutes_before
    return new Map(result.data.reminders.filter(({ pid }) => pid !== 0).map(({ pid, id }) => [pid, id]))
  },
  add: async ({ cid, pid }) => {
    const result = await call(reminders.add, { cid, pid })
    return changed(
      reminders.list.path,
      result.kind === 'ok' ? { ...result, data: { id: result.data.id, pids: [] } } : result,
    )
  },
  remove: async (id) => changed(reminders.list.path, await call(reminders.remove, { id })),
})

export const followMarks = createProgrammeMarks({
  load: async () => {
    const result = await call(followed.list, {})
    if (result.kind !== 'ok') return null
    return new Map(result.data.shows.flatMap(({ id, pids }) => pids.map((pid) => [pid, id] as const)))
  },
  add: async ({ cid, pid }) => changed(followed.list.path, await call(followed.add, { cid, pid })),
  remove: async (id) => changed(followed.list.path, await call(followed.remove, { id })),
})

/** Cached lists are outdated. */
function changed<Data>(path: string, result: CallResult<Data>): CallResult<Data> {
  if (result.kind === 'ok') forgetResponses(path)
  return result
}
