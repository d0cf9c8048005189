import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { session } from '#web/session/session.ts'
import { createProgrammeMarks } from './programme-marks.ts'

beforeEach(() => session.signIn({ token: 'one', abonement: '111111', deviceUid: 'device-1' }))
afterEach(() => {
  vi.useRealTimers()
  session.signOut()
})

const programme = (pid: number) => ({ cid: 1, pid, title: 'Новости' })

/** Marks whose list is answered when `answer` is called, with what the server had when it was requested. */
function marksWithSlowList(stored: ReadonlyMap<number, number>) {
  let answer = () => {}
  const listed = new Promise<ReadonlyMap<number, number>>((resolve) => {
    answer = () => resolve(stored)
  })
  const marks = createProgrammeMarks({
    load: () => listed,
    add: async ({ pid }) => ({ kind: 'ok', data: { id: pid * 10, pids: [] } }),
    remove: async () => ({ kind: 'ok', data: {} }),
  })
  return { marks, answer: () => answer() }
}

it('[FOLLOW-03] what was added while the list was on its way stays so when an older list arrives', async () => {
  const { marks, answer } = marksWithSlowList(new Map([[7, 70]]))
  const loading = marks.load()
  expect(await marks.toggle(programme(5))).toEqual({ kind: 'done', isOn: true })
  answer()
  await loading
  expect([marks.isOn(5), marks.isOn(7)]).toEqual([true, true])
})

it('a press that an overloaded server refuses is sent once more when it may be, and stays shown', async () => {
  vi.useFakeTimers()
  let times = 0
  const refused = { kind: 'refused', failure: 'busy', status: 503, message: 'Занято' } as const
  const busy = { ...refused, fields: [], retryAfterSec: 3 }
  const marks = createProgrammeMarks({
    load: async () => new Map(),
    add: async () => {
      times += 1
      return times === 1 ? busy : { kind: 'ok', data: { id: 50, pids: [] } }
    },
    remove: async () => busy,
  })
  const added = marks.toggle(programme(5))
  await vi.advanceTimersByTimeAsync(2999)
  expect([times, marks.isOn(5)]).toEqual([1, true])
  await vi.advanceTimersByTimeAsync(1)
  expect(await added).toEqual({ kind: 'done', isOn: true })
  const removed = marks.toggle(programme(5))
  await vi.advanceTimersByTimeAsync(3000)
  expect(await removed).toEqual({ kind: 'undone', message: 'Занято' })
  expect(marks.isOn(5)).toBe(true)
})

it('takes over what the list says of everything else', async () => {
  const { marks, answer } = marksWithSlowList(new Map([[7, 70]]))
  const loading = marks.load()
  answer()
  await loading
  expect(marks.isOn(7)).toBe(true)
  expect(await marks.toggle(programme(7))).toEqual({ kind: 'done', isOn: false })
  expect(marks.isOn(7)).toBe(false)
})
