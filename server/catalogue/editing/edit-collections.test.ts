import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undoContent } from '#server/editing/editing.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import {
  type CollectionFields,
  type LiveCatalogue,
  findStaffCollection,
  hideCollection,
  listStaffCollections,
  openCatalogue,
  orderCollections,
  publishCollections,
  publishTitles,
  removeCollection,
  removeTitles,
  saveCollection,
} from '#server/catalogue/catalogue.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 10, 27, 9)
const who = { by: { staffId: 7, name: 'Дилноза' }, nowMs }
let catalogue: LiveCatalogue
let vids: readonly number[] = []
const fields = (own: Partial<CollectionFields> = {}): CollectionFields => ({
  ...{ name: { ru: 'Зима', uz: 'Qish' }, description: { ru: '', uz: '' }, isHidden: false, vids },
  ...own,
})
const file = (key: string) => ({ film: { assetId: `asset-${key}`, durationMs: 60_000 } })

beforeAll(async () => {
  await publishTitles(
    db,
    ['a', 'b', 'c'].map((key) => buildFilm(key, file(key))),
    nowMs,
  )
  catalogue = await openCatalogue(db)
  vids = ['c', 'a', 'b'].map((key) => catalogue.now().titleByKey(key)?.vid ?? 0)
})

async function shown() {
  await catalogue.reload()
  return catalogue.now().content.collections.map((one) => [one.name.ru, one.vids] as const)
}

async function save(id: number | null, version: number, own: Partial<CollectionFields> = {}) {
  const saved = await saveCollection(db, { id, version, fields: fields(own) }, who)
  if (saved.kind !== 'changed') throw new Error(saved.kind)
  return saved
}

async function undo(changeId: number) {
  const outcome = await undoContent(db, changeId, who)
  if (outcome.kind !== 'undone') throw new Error(outcome.kind)
  return outcome
}

describe('[FRONT-01] a collection by hand', () => {
  it('has its films in the order of the editor, and is shown, hidden and taken back', async () => {
    const { id, changeId } = await save(null, 0)
    expect(await shown()).toEqual([['Зима', vids]])
    const turned = await save(id, 1, { vids: vids.toReversed() })
    expect(await shown()).toEqual([['Зима', vids.toReversed()]])
    await undo(turned.changeId)
    expect(await shown()).toEqual([['Зима', vids]])
    const hidden = await hideCollection(db, id, true, who)
    expect(await shown()).toEqual([])
    expect((await listStaffCollections(db))[0]).toMatchObject({ id, isHidden: true })
    await undo(hidden.kind === 'changed' ? hidden.changeId : 0)
    await undo(changeId).then(({ conflicts }) => expect(conflicts).toEqual([]))
    expect(await shown()).toEqual([])
    expect(await findStaffCollection(db, id)).toBeUndefined()
  })

  it('refuses an older version, films that do not exist, and a collection that is gone', async () => {
    const { id } = await save(null, 0)
    const renamed = fields({ name: { ru: 'Лето', uz: 'Yoz' } })
    const { version = 0 } = (await findStaffCollection(db, id)) ?? {}
    expect((await saveCollection(db, { id, version, fields: renamed }, who)).kind).toBe('changed')
    expect(await saveCollection(db, { id, version, fields: fields() }, who)).toEqual({
      kind: 'changed_since',
      who: 'Дилноза',
    })
    const unknown = fields({ vids: [99_999] })
    expect(await saveCollection(db, { id, version: version + 1, fields: unknown }, who)).toEqual({
      kind: 'film_not_found',
    })
    expect(await saveCollection(db, { id: 99_999, version, fields: fields() }, who)).toEqual({
      kind: 'not_found',
    })
    const removed = await removeCollection(db, id, who)
    expect(await shown()).toEqual([])
    await undo(removed.kind === 'changed' ? removed.changeId : 0)
    expect(await shown()).toEqual([['Лето', vids]])
    await removeCollection(db, id, who)
  })

  it('stays as the editor made it when an import brings another one, and deleted', async () => {
    const imported = (key: string, ru: string) => ({
      ...{ key, place: 1, name: { ru, uz: ru }, description: { ru: '', uz: '' }, titleKeys: ['a'] },
    })
    const ids = await publishCollections(db, [imported('demo:1', 'Один'), imported('demo:2', 'Два')])
    const one = ids.get('demo:1') ?? 0
    const { version = 0 } = (await findStaffCollection(db, one)) ?? {}
    await save(one, version)
    await removeCollection(db, ids.get('demo:2') ?? 0, who)
    await publishCollections(db, [imported('demo:1', 'Новое'), imported('demo:2', 'Новое')])
    expect(await shown()).toEqual([['Зима', vids]])
  })

  it('takes its place among the others, unless another editor has moved them', async () => {
    const second = await save(null, 0, { name: { ru: 'Осень', uz: 'Kuz' } })
    const order = (await listStaffCollections(db)).map(({ id }) => id)
    const moved = await orderCollections(db, { ids: [second.id], shown: order }, who)
    expect((await shown()).map(([name]) => name)).toEqual(['Осень', 'Зима'])
    expect(await orderCollections(db, { ids: order, shown: order }, who)).toEqual({
      kind: 'changed_since',
      who: 'Дилноза',
    })
    await undo(moved.kind === 'changed' ? moved.changeId : 0)
    expect((await shown()).map(([name]) => name)).toEqual(['Зима', 'Осень'])
  })

  it('leaves out a film that is deleted', async () => {
    await removeTitles(db, [vids[0] ?? 0], who)
    expect((await shown())[0]?.[1]).toEqual(vids.slice(1))
  })
})
