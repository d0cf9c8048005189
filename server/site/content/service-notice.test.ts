import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { undoContent } from '#server/editing/editing.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import {
  deleteNotice,
  endNotice,
  listNotices,
  type NoticeFields,
  saveNotice,
  shownNotices,
} from './service-notice.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())
beforeEach(() => db.deleteFrom('service_notice').execute())

const nowMs = Date.UTC(2026, 10, 20, 9)
const hourMs = 3_600_000
const who = { by: undefined, nowMs }
const works: NoticeFields = {
  kind: 'works',
  title: { ru: 'Замена оборудования', uz: 'Uskunalarni almashtirish' },
  text: { ru: 'Каналы прервутся на минуту', uz: '' },
  beginsMs: nowMs + hourMs,
  endsMs: nowMs + 2 * hourMs,
}

async function create(fields: Partial<NoticeFields> = {}) {
  const made = await saveNotice(db, { id: null, version: 0, fields: { ...works, ...fields } }, who)
  if (made.kind !== 'changed') throw new Error(made.kind)
  return made
}

describe('[HEALTH-03] notices of works and outages', () => {
  it('are to come, going on, or over; viewers see the last for fourteen days', async () => {
    await create()
    await create({ kind: 'outage', title: { ru: 'Обрыв', uz: 'Uzilish' }, beginsMs: nowMs, endsMs: null })
    const dayMs = 24 * hourMs
    await create({ title: { ru: 'Было', uz: 'Edi' }, beginsMs: nowMs - 2 * dayMs, endsMs: nowMs - dayMs })
    await create({
      title: { ru: 'Давно', uz: 'Avval' },
      beginsMs: nowMs - 16 * dayMs,
      endsMs: nowMs - 14 * dayMs,
    })
    const namesAndStates = (list: Awaited<ReturnType<typeof listNotices>>) =>
      list.map(({ title, state }) => [title.ru, state])
    expect(namesAndStates(await shownNotices(db, nowMs))).toEqual([
      ['Замена оборудования', 'planned'],
      ['Обрыв', 'on'],
      ['Было', 'ended'],
    ])
    expect(await listNotices(db, nowMs)).toHaveLength(4)
  })

  it('refuse works without an end, an end before the beginning, and an older version', async () => {
    const save = (fields: Partial<NoticeFields>, id: number | null = null, version = 0) =>
      saveNotice(db, { id, version, fields: { ...works, ...fields } }, who)
    expect(await save({ endsMs: null })).toEqual({ kind: 'period' })
    expect(await save({ endsMs: works.beginsMs })).toEqual({ kind: 'period' })
    const { id } = await create()
    expect(await save({ endsMs: nowMs + 5 * hourMs }, id, 1)).toMatchObject({ kind: 'changed' })
    expect(await save({}, id, 1)).toEqual({ kind: 'changed_since', who: '' })
    expect(await save({}, 5, 1)).toEqual({ kind: 'not_found' })
  })

  it('are ended now, once, and not before they began', async () => {
    const planned = await create()
    expect(await endNotice(db, planned.id, who)).toEqual({ kind: 'period' })
    const { id } = await create({ kind: 'outage', beginsMs: nowMs - hourMs, endsMs: null })
    expect(await endNotice(db, id, who)).toMatchObject({ kind: 'changed' })
    expect(await endNotice(db, id, who)).toMatchObject({ changeId: 0 })
    const ended = (await listNotices(db, nowMs)).find((notice) => notice.id === id)
    expect(ended).toMatchObject({ state: 'ended', endsMs: nowMs })
    expect(await endNotice(db, 5, who)).toEqual({ kind: 'not_found' })
  })

  it('come back as they were when a deletion or an end is taken back', async () => {
    const { id } = await create({ kind: 'outage', beginsMs: nowMs - hourMs, endsMs: null })
    const before = await listNotices(db, nowMs)
    const ended = await endNotice(db, id, who)
    if (ended.kind !== 'changed') throw new Error(ended.kind)
    expect(await undoContent(db, ended.changeId, who)).toMatchObject({ kind: 'undone', conflicts: [] })
    const [{ version: _, ...reopened } = { version: 0 }] = await listNotices(db, nowMs)
    const [{ version: _before, ...first } = { version: 0 }] = before
    expect(reopened).toEqual(first)
    const deleted = await deleteNotice(db, id, who)
    if (deleted.kind !== 'changed') throw new Error(deleted.kind)
    expect(await listNotices(db, nowMs)).toEqual([])
    await undoContent(db, deleted.changeId, who)
    expect(await listNotices(db, nowMs)).toMatchObject([first])
  })

  it('keep their end when an undo of the beginning would come after it', async () => {
    const { id } = await create()
    const later = await saveNotice(
      db,
      { id, version: 1, fields: { ...works, beginsMs: nowMs - hourMs, endsMs: nowMs + 2 * hourMs } },
      who,
    )
    if (later.kind !== 'changed') throw new Error(later.kind)
    await endNotice(db, id, who)
    expect(await undoContent(db, later.changeId, who)).toMatchObject({
      kind: 'undone',
      conflicts: [{ field: 'begins_at' }],
    })
    expect(await listNotices(db, nowMs)).toMatchObject([{ beginsMs: nowMs - hourMs, endsMs: nowMs }])
  })

  it('keep their end when an undo of it would come before a beginning that was moved since', async () => {
    const { id } = await create()
    const longer = await saveNotice(
      db,
      { id, version: 1, fields: { ...works, endsMs: nowMs + 20 * hourMs } },
      who,
    )
    if (longer.kind !== 'changed') throw new Error(longer.kind)
    const moved = { ...works, beginsMs: nowMs + 10 * hourMs, endsMs: nowMs + 20 * hourMs }
    await saveNotice(db, { id, version: 2, fields: moved }, who)
    expect(await undoContent(db, longer.changeId, who)).toMatchObject({
      kind: 'undone',
      conflicts: [{ field: 'ends_at' }],
    })
    expect(await listNotices(db, nowMs)).toMatchObject([{ beginsMs: moved.beginsMs, endsMs: moved.endsMs }])
  })
})
