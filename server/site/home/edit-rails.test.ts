/** The order of the home page on a real database: two editors, and taking changes back. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { originalRails } from '#contract/site/home.ts'
import { listChanges } from '#server/changes/changes.ts'
import { undoContent } from '#server/editing/editing.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { hideRail, maxRails, orderRails, removeRail, resetRails, saveRail } from './edit-rails.ts'
import { type RailFields, listRails } from './rail.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 10, 27, 9)
const kamola = { by: { staffId: 7, name: 'Kamola' }, nowMs }
const who = { by: undefined, nowMs }
beforeEach(async () => {
  await resetRails(db, who)
})

const winter: RailFields = {
  kind: 'films',
  title: { ru: 'Зима', uz: 'Qish' },
  shownFromMs: null,
  shownUntilMs: null,
  platforms: ['web', 'phone'],
  languages: ['ru', 'uz'],
  audience: 'everybody',
  content: { film_kind: 'films', year_from: 2020, order: '-added' },
}
const original = originalRails.map(({ id }) => id)
const idsNow = async () => (await listRails(db)).map(({ id }) => id)

async function create(fields: Partial<RailFields> = {}) {
  const made = await saveRail(db, { id: null, version: 0, fields: { ...winter, ...fields } }, who)
  if (made.kind !== 'changed') throw new Error(made.kind)
  return made
}

async function undo(changeId: number) {
  const outcome = await undoContent(db, changeId, who)
  if (outcome.kind !== 'undone') throw new Error(outcome.kind)
  return outcome
}

describe('[FRONT-01] the rails of the home page', () => {
  it('are at first those of the page as it comes', async () => {
    const fresh = await createTestDatabase()
    const rails = await listRails(fresh.db)
    expect(rails.map(({ id, kind, platforms }) => ({ id, kind, platforms }))).toEqual(
      originalRails.map(({ id, kind, platforms }) => ({ id, kind, platforms: [...platforms] })),
    )
    await fresh.drop()
  })

  it('are added at the end, with only what their kind contains', async () => {
    const { id } = await create({ content: { ...winter.content, cids: [1, 2], collection_id: 3 } })
    expect(await idsNow()).toEqual([...original, id])
    const added = (await listRails(db)).at(-1)
    expect(added).toMatchObject({ ...winter, id, isHidden: false, version: 1 })
    expect(added?.content).toEqual(winter.content)
  })

  it('are refused without what they contain, with wrong years or dates, and beyond the limit', async () => {
    const refused = async (fields: Partial<RailFields>) =>
      (await saveRail(db, { id: null, version: 0, fields: { ...winter, ...fields } }, who)).kind
    expect(await refused({ kind: 'collection', content: {} })).toBe('content_missing')
    expect(await refused({ kind: 'channel_category', content: {} })).toBe('content_missing')
    expect(await refused({ kind: 'channels', content: { cids: [] } })).toBe('content_missing')
    expect(await refused({ content: { year_from: 2024, year_to: 2020 } })).toBe('years')
    expect(await refused({ shownFromMs: 5, shownUntilMs: 5 })).toBe('period')
    for (let count = original.length; count < maxRails; count += 1) await create()
    expect(await refused({})).toBe('full')
  })

  it('move as one change, and the order that another editor changed meanwhile stays', async () => {
    const shown = await idsNow()
    const mine = [8, ...shown.filter((id) => id !== 8)]
    const moved = await orderRails(db, { ids: mine, shown }, kamola)
    expect(moved).toMatchObject({ kind: 'changed' })
    expect(await idsNow()).toEqual(mine)
    // A second editor still sees the former order.
    const theirs = [11, ...shown.filter((id) => id !== 11)]
    expect(await orderRails(db, { ids: theirs, shown }, who)).toEqual({
      kind: 'changed_since',
      who: 'Kamola',
    })
    expect(await idsNow()).toEqual(mine)
    expect(await orderRails(db, { ids: [99], shown: mine }, who)).toEqual({ kind: 'not_found' })
    await undo(moved.kind === 'changed' ? moved.changeId : 0)
    expect(await idsNow()).toEqual(shown)
  })

  it('stay in their order while another rail of theirs is edited', async () => {
    const shown = await idsNow()
    const news = (await listRails(db)).find(({ id }) => id === 11)
    await orderRails(db, { ids: [11], shown }, kamola)
    const fields = { ...winter, kind: 'news', content: {} } as const
    expect(await saveRail(db, { id: 11, version: news?.version ?? 0, fields }, who)).toMatchObject({
      kind: 'changed',
    })
    expect((await idsNow())[0]).toBe(11)
  })

  it('tell the later of two editors of the other’s change', async () => {
    const { id } = await create()
    const later = { ...winter, title: { ru: 'Поздно', uz: 'Kech' } }
    await saveRail(db, { id, version: 1, fields: { ...winter, audience: 'guests' } }, kamola)
    expect(await saveRail(db, { id, version: 1, fields: later }, who)).toEqual({
      kind: 'changed_since',
      who: 'Kamola',
    })
    expect(await saveRail(db, { id, version: 2, fields: later }, who)).toMatchObject({ kind: 'changed' })
    expect(await saveRail(db, { id: 98, version: 1, fields: later }, who)).toEqual({ kind: 'not_found' })
  })

  it('are hidden and deleted, and both are taken back', async () => {
    const hidden = await hideRail(db, 10, true, who)
    const isHidden = async () => (await listRails(db)).find(({ id }) => id === 10)?.isHidden
    expect(await isHidden()).toBe(true)
    expect(await hideRail(db, 10, true, who)).toMatchObject({ changeId: 0 })
    await undo(hidden.kind === 'changed' ? hidden.changeId : 0)
    expect(await isHidden()).toBe(false)
    const removed = await removeRail(db, 10, who)
    expect(await idsNow()).not.toContain(10)
    expect(await removeRail(db, 10, who)).toEqual({ kind: 'not_found' })
    await undo(removed.kind === 'changed' ? removed.changeId : 0)
    expect(await idsNow()).toEqual(original)
  })

  it('return to the page as it came, and from there to what an editor had made of it', async () => {
    const { id } = await create({ shownFromMs: nowMs, shownUntilMs: nowMs + 1 })
    await removeRail(db, 9, who)
    const shown = await idsNow()
    await orderRails(db, { ids: [id], shown }, who)
    const before = await listRails(db)
    const reset = await resetRails(db, kamola)
    expect(await idsNow()).toEqual(original)
    const [change] = await listChanges(db, { section: 'home', limit: 1 })
    expect(change).toMatchObject({ title: 'home_reset', staffName: 'Kamola', created: 1, deleted: 1 })
    const undone = await undo(reset.kind === 'changed' ? reset.changeId : 0)
    expect(undone.conflicts).toEqual([])
    const plain = (rails: typeof before) => rails.map(({ version: _version, ...rail }) => rail)
    expect(plain(await listRails(db))).toEqual(plain(before))
    await resetRails(db, who)
    expect(await resetRails(db, who)).toMatchObject({ changeId: 0 })
  })
})
