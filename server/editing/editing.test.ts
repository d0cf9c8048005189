/** Corrections of channels on a real database: edits, imports, merges, and taking each of them back. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listChanges, loadChange } from '#server/changes/changes.ts'
import { importChannelsAsChange } from '#server/imports/imports.ts'
import {
  type ChannelFieldEdits,
  type ChannelRecord,
  addSource,
  editChannels,
  findDuplicates,
  loadChannels,
  loadStaffChannel,
  moveChannels,
  moveSource,
  releaseFields,
  removeChannels,
  removeSource,
  restoreChannels,
  saveCategory,
  removeCategory,
} from '#server/television/television.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { mergeContentChannels, undoContent } from './editing.ts'
import { purgeDeletedChannels } from './purge-channels.ts'

const dayMs = 86_400_000
const kamola = { staffId: 7, name: 'Kamola' }
function at(nowMs: number, by?: typeof kamola) {
  return { by, nowMs }
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function entry(id: string, number: number, name: string, file = id) {
  return `#EXTINF:-1 tvg-id="${id}" tvg-chno="${number}",${name}\nhttp://tv.example/${file}.ts`
}

const first = entry('one.uz', 21, 'Birinchi')
const second = entry('two.uz', 22, 'Ikkinchi')
const third = entry('three.uz', 23, 'Uchinchi')

async function take(entries: readonly string[], options: { isDryRun?: boolean; nowMs?: number } = {}) {
  const bytes = Buffer.from(['#EXTM3U', ...entries].join('\n'))
  return importChannelsAsChange(database.db, { name: 'list.m3u', bytes, record: false, nowMs: 0, ...options })
}

async function channels(): Promise<readonly ChannelRecord[]> {
  return loadChannels(database.db)
}

async function called(name: string): Promise<ChannelRecord> {
  const channel = (await channels()).find((one) => one.name.ru === name)
  if (channel === undefined) throw new Error(`there is no channel ${name}`)
  return channel
}

async function edit(cid: number, fields: ChannelFieldEdits) {
  const outcome = await editChannels(database.db, [{ cid, fields }], at(1, kamola))
  if (outcome.kind !== 'changed') throw new Error(outcome.kind)
  return outcome
}

async function undo(changeId: number, nowMs = 2) {
  const outcome = await undoContent(database.db, changeId, at(nowMs, kamola))
  if (outcome.kind !== 'undone') throw new Error(outcome.kind)
  return outcome
}

async function shownOf() {
  const all = await channels()
  return all.map(({ number, name, isHidden, archiveDays }) => [number, name.ru, isHidden, archiveDays])
}

describe('channels', () => {
  it('[CHAN-01] [STAFF-03] are renamed, renumbered and hidden by name, and each is taken back', async () => {
    await take([first, second, third])
    const before = await shownOf()
    const { cid } = await called('Birinchi')
    const edited = await edit(cid, { name_ru: 'Первый', number: 23, is_hidden: true, archive_days: 3 })
    expect(await shownOf()).toEqual([
      [21, 'Uchinchi', false, 7],
      [22, 'Ikkinchi', false, 7],
      [23, 'Первый', true, 3],
    ])
    const [change] = await listChanges(database.db, { entity: 'channel', entityId: cid, limit: 1 })
    expect(change).toMatchObject({ kind: 'edit', staffName: 'Kamola', changed: 2, undoneBy: null })
    const loaded = await loadChange(database.db, edited.changeId, 10)
    expect(loaded?.entries.find(({ entityId }) => entityId === cid)).toMatchObject({
      label: '23 Первый',
      before: { name_ru: 'Birinchi', number: 21 },
      after: { name_ru: 'Первый', number: 23 },
    })
    const undone = await undo(edited.changeId)
    expect(undone.conflicts).toEqual([])
    expect(await shownOf()).toEqual(before)
    expect(await undoContent(database.db, edited.changeId, at(3))).toEqual({ kind: 'undone_already' })
    await undo(undone.changeId ?? 0)
    expect(await called('Первый')).toMatchObject({ number: 23, isHidden: true })
    await undo((await listChanges(database.db, { limit: 1 }))[0]?.changeId ?? 0)
    expect(await shownOf()).toEqual(before)
    expect(await undoContent(database.db, 999_999, at(3))).toEqual({ kind: 'not_found' })
  })

  it('have sources that are added, moved and removed, unless somebody changed the channel since', async () => {
    const { cid, source } = await called('Ikkinchi')
    if (source.kind !== 'recorded') throw new Error('it has no sources')
    const own = { url: 'udp://239.1.1.1:5000', protocol: 'udp' } as const
    const { db } = database
    const urls = async () => {
      const { source: now } = await called('Ikkinchi')
      return now.kind === 'recorded' ? now.sources.map(({ url }) => url) : []
    }
    const [listed = ''] = await urls()
    const versionOf = async () => (await loadStaffChannel(db, cid))?.channel.version ?? -1
    const before = await versionOf()
    expect(await addSource(db, { cid }, own, at(1, kamola))).toMatchObject({ kind: 'edited', index: 1 })
    expect(await addSource(db, { cid }, own, at(1, kamola))).toEqual({ kind: 'twice', index: 1 })
    expect(await moveSource(db, { cid, version: before }, 1, 0, at(1, kamola))).toEqual({
      kind: 'changed_since',
      who: 'Kamola',
    })
    const moved = await moveSource(db, { cid, version: await versionOf() }, 1, 0, at(1, kamola))
    if (moved.kind !== 'edited') throw new Error(moved.kind)
    expect(await urls()).toEqual([own.url, listed])
    await undo(moved.changeId)
    expect(await urls()).toEqual([listed, own.url])
    expect(await moveSource(db, { cid }, 2, 0, at(1))).toEqual({ kind: 'no_such_place', count: 2 })
    expect(await removeSource(db, { cid }, 1, at(1))).toMatchObject({ kind: 'edited', count: 1 })
    expect(await removeSource(db, { cid }, 0, at(1))).toEqual({ kind: 'last' })
    expect(await urls()).toEqual([listed])
  })

  it('[CHAN-01] keep what another person changed since, and say so', async () => {
    const { cid } = await called('Ikkinchi')
    const one = await edit(cid, { name_ru: 'Второй', archive_days: 2 })
    const two = await edit(cid, { name_ru: 'Второй канал' })
    const undone = await undo(one.changeId)
    expect(undone.conflicts).toEqual([
      { entity: 'channel', entityId: cid, label: '22 Второй', field: 'name_ru', now: 'Второй канал' },
    ])
    expect(await called('Второй канал')).toMatchObject({ archiveDays: 7 })
    await undo(two.changeId)
    expect(await called('Второй')).toMatchObject({ cid })
    await edit(cid, { name_ru: 'Ikkinchi' })
  })

  it('[CHAN-01] refuse an edit of an older version, unknown things, and one number for two, as a whole', async () => {
    const [one, two] = [await called('Birinchi'), await called('Ikkinchi')]
    const refused = async (...edits: Parameters<typeof editChannels>[1]) =>
      editChannels(database.db, edits, at(5))
    const stale = { cid: two.cid, version: 0, fields: { name_ru: 'x' } }
    expect(await refused({ cid: one.cid, fields: { name_ru: 'y' } }, stale)).toEqual({
      kind: 'changed_since',
      cid: two.cid,
      who: 'Kamola',
    })
    expect(await refused({ cid: 999, fields: {} })).toEqual({ kind: 'unknown_channel', cid: 999 })
    expect(await refused({ cid: one.cid, fields: { category_id: 99 } })).toEqual({
      kind: 'unknown_category',
      categoryId: 99,
    })
    expect(
      await refused({ cid: one.cid, fields: { number: 40 } }, { cid: two.cid, fields: { number: 40 } }),
    ).toEqual({ kind: 'number_twice', number: 40 })
    expect((await called('Birinchi')).number).toBe(21)
  })

  it('[CHAN-01] move in front of another one over the same numbers', async () => {
    const three = await called('Uchinchi')
    const moved = await moveChannels(database.db, [three.cid], (await called('Birinchi')).cid, at(6))
    expect((await channels()).map(({ number, name }) => [number, name.ru])).toEqual([
      [21, 'Uchinchi'],
      [22, 'Birinchi'],
      [23, 'Ikkinchi'],
    ])
    await undo(moved.kind === 'changed' ? moved.changeId : 0)
    expect((await called('Uchinchi')).number).toBe(23)
  })

  it('[CHAN-01] are deleted with a free number, stay away from imports, and are restored with their sources', async () => {
    const three = await called('Uchinchi')
    const removed = await removeChannels(database.db, [three.cid], at(7))
    expect(removed).toMatchObject({ kind: 'changed', changed: 1 })
    const { report } = await take([first, second, third])
    expect(Object.fromEntries(report.sums)).toMatchObject({ new: 0, 'deleted here before and left out': 1 })
    await edit((await called('Ikkinchi')).cid, { number: 23 })
    expect(await restoreChannels(database.db, [three.cid], at(8))).toMatchObject({ kind: 'changed' })
    const restored = await called('Uchinchi')
    expect([restored.cid, restored.source]).toEqual([three.cid, three.source])
    expect(restored.number).not.toBe(23)
    await edit((await called('Ikkinchi')).cid, { number: 22 })
    await edit(three.cid, { number: 23 })
  })

  it('[CHAN-01] are purged for good a week after they were deleted', async () => {
    await take([first, second, third, entry('four.uz', 24, 'Toʻrtinchi')])
    const { cid } = await called('Toʻrtinchi')
    await removeChannels(database.db, [cid], at(0))
    const dataDir = mkdtempSync(join(tmpdir(), 'ekran-purged-'))
    const live = join(dataDir, 'media/live')
    mkdirSync(live, { recursive: true })
    const purge = (nowMs: number) =>
      purgeDeletedChannels({
        ...{ db: database.db, clock: { nowMs: () => nowMs }, dataDir, hasArchiveStore: true },
      })
    expect(await purge(7 * dayMs - 1)).toEqual([])
    expect(await purge(7 * dayMs + 1)).toEqual([cid])
    // The archive store may have recordings of it: the process that records sees the mark.
    expect(readdirSync(join(live, String(cid)))).toEqual(['deleted'])
    rmSync(dataDir, { recursive: true })
    expect(await restoreChannels(database.db, [cid], at(9))).toEqual({ kind: 'unknown_channel', cid })
  })

  it('get own categories, which are named, removed with their channels elsewhere, and restored', async () => {
    const made = await saveCategory(database.db, { id: null, nameRu: 'Регион', nameUz: 'Hudud' }, at(10))
    if (made.kind !== 'changed') throw new Error(made.kind)
    const { cid } = await called('Birinchi')
    await edit(cid, { category_id: made.categoryId })
    expect(await saveCategory(database.db, { id: null, nameRu: 'регион', nameUz: 'x' }, at(10))).toEqual({
      kind: 'named',
    })
    const removed = await removeCategory(database.db, made.categoryId, 2, at(11))
    expect((await called('Birinchi')).categoryId).toBe(2)
    await undo(removed.kind === 'changed' ? removed.changeId : 0)
    expect((await called('Birinchi')).categoryId).toBe(made.categoryId)
    expect(await removeCategory(database.db, 1, 2, at(11))).toEqual({ kind: 'fixed' })
  })
})

describe('doubles of channels', () => {
  it('[CHAN-01] are found by source, guide id and name, the surest first', async () => {
    await take([
      ...[first, second, third],
      entry('double.uz', 31, 'Birinchi HD', 'one.uz'),
      entry('other.uz', 32, 'Ikkinchi', 'other'),
    ])
    const [one, double] = [await called('Birinchi'), await called('Birinchi HD')]
    const pairs = await findDuplicates(database.db, 0)
    expect(pairs[0]).toEqual({
      cid: one.cid,
      otherCid: double.cid,
      reasons: expect.arrayContaining(['source', 'name']),
    })
    expect(pairs.map(({ reasons }) => reasons.length)).toEqual([2, 1])
    await removeChannels(database.db, [double.cid, pairs[1]?.otherCid ?? 0], at(12))
  })
})

describe('imports of channels', () => {
  it('show what would change and change nothing, then do exactly that', async () => {
    const before = await channels()
    const list = [entry('one.uz', 21, 'Birinchi', 'new'), second, third, entry('five.uz', 25, 'Beshinchi')]
    const dry = await take(list, { isDryRun: true })
    expect(await channels()).toEqual(before)
    expect(dry.changeId).toBe(0)
    const taken = await take(list)
    const shape = (entries: typeof dry.entries) =>
      entries.map(({ label, before: was, after }) => [label, was === null, Object.keys(after ?? {})])
    expect(shape(taken.entries)).toEqual(shape(dry.entries))
    expect(taken.entries.map(({ label }) => label)).toEqual(['21 Birinchi', '25 Beshinchi'])
    const [change] = await listChanges(database.db, { limit: 1 })
    expect(change).toMatchObject({ changeId: taken.changeId, kind: 'import', title: 'list.m3u', created: 1 })
  })

  it('[IMPORT-02] are taken back by number, without what a person changed since, and can be imported again', async () => {
    const [last] = await listChanges(database.db, { limit: 1 })
    const { cid } = await called('Birinchi')
    await edit(cid, { name_ru: 'Первый' })
    const undone = await undo(last?.changeId ?? 0)
    expect(undone.conflicts).toEqual([])
    const after = await called('Первый')
    expect(after.source).toMatchObject({ sources: [{ url: 'http://tv.example/one.uz.ts' }] })
    expect((await channels()).map(({ name }) => name.ru)).not.toContain('Beshinchi')
    const again = await take([first, second, third, entry('five.uz', 25, 'Beshinchi')])
    expect(Object.fromEntries(again.report.sums)).toMatchObject({ new: 1 })
    expect(await called('Beshinchi')).toMatchObject({ number: 25 })
  })

  it('[IMPORT-03] leave fields that were edited by hand, until they are released', async () => {
    const { cid } = await called('Первый')
    await edit(cid, { archive_days: 14, tvg_id: 'own.uz' })
    const renamed = [entry('one.uz', 31, 'Birinchi TV', 'newest'), second, third]
    await take(renamed)
    const locked = await called('Первый')
    expect(locked).toMatchObject({ archiveDays: 14, tvgId: 'own.uz' })
    expect(locked.source).toMatchObject({ sources: [{ url: 'http://tv.example/newest.ts' }] })
    await releaseFields(database.db, cid, ['name_ru', 'archive_days', 'tvg_id'], at(20))
    expect(await called('Birinchi TV')).toMatchObject({ cid, archiveDays: 7, tvgId: 'one.uz' })
    await take([entry('one.uz', 31, 'Birinchi', 'newest'), second, third])
    expect(await called('Birinchi')).toMatchObject({ cid })
  })
})

describe('a merge of channels', () => {
  it('[CHAN-01] is taken back with favourites, guide and sources, and done again', async () => {
    const [from, into] = [await called('Ikkinchi'), await called('Uchinchi')]
    const { account_id: accountId } = await database.db
      .insertInto('account')
      .values({ abonement: '100002', password_hash: '$argon2id$made-up', created_at: new Date(0) })
      .returning('account_id')
      .executeTakeFirstOrThrow()
    const favourite = { account_id: accountId, channel_id: from.cid, added_at: new Date(0) }
    await database.db.insertInto('favourite_channel').values(favourite).execute()
    await database.db
      .insertInto('programme')
      .values({
        ...{ channel_id: from.cid, begin_at: new Date(0), end_at: new Date(60_000) },
        ...{ title_ru: 'Кино', title_uz: '' },
      })
      .execute()
    const rowsOf = async (cid: number) => ({
      favourites: (
        await database.db.selectFrom('favourite_channel').selectAll().where('channel_id', '=', cid).execute()
      ).length,
      programmes: (
        await database.db.selectFrom('programme').selectAll().where('channel_id', '=', cid).execute()
      ).length,
      blackouts: (
        await database.db.selectFrom('blackout').selectAll().where('channel_id', '=', cid).execute()
      ).length,
    })
    await database.db
      .insertInto('blackout')
      .values({
        ...{ blackout_id: 1, target: 'channel', channel_id: from.cid },
        label: '',
        begins_at: new Date(0),
      })
      .execute()
    const before = await channels()
    const merged = await mergeContentChannels(database.db, { from: from.cid, into: into.cid }, at(30))
    expect(merged).toMatchObject({ kind: 'merged', sources: 1, programmes: 1, followed: { favourites: 1 } })
    expect(await rowsOf(into.cid)).toEqual({ favourites: 1, programmes: 1, blackouts: 1 })
    const { report } = await take([entry('one.uz', 31, 'Birinchi', 'newest'), second, third])
    expect(Object.fromEntries(report.sums)).toMatchObject({ new: 0 })
    const undone = await undo(merged.kind === 'merged' ? merged.changeId : 0)
    expect(undone.conflicts).toEqual([])
    expect(await rowsOf(into.cid)).toEqual({ favourites: 0, programmes: 0, blackouts: 0 })
    expect(await rowsOf(from.cid)).toEqual({ favourites: 1, programmes: 1, blackouts: 1 })
    const lines = (list: readonly ChannelRecord[]) =>
      list.map(({ cid, number, name, source }) => `${cid} ${number} ${name.ru} ${JSON.stringify(source)}`)
    expect(lines(await channels())).toEqual(lines(before))
    // What the channel gets while it is on its own follows at the second merge, and returns with its undo.
    const added = { blackout_id: 2, target: 'channel', channel_id: from.cid, label: '' } as const
    await database.db
      .insertInto('blackout')
      .values({ ...added, begins_at: new Date(0) })
      .execute()
    const again = await undo(undone.changeId ?? 0)
    expect((await channels()).map(({ cid }) => cid)).not.toContain(from.cid)
    expect(await rowsOf(into.cid)).toMatchObject({ favourites: 1, blackouts: 2 })
    await undo(again.changeId ?? 0)
    expect(await rowsOf(from.cid)).toMatchObject({ favourites: 1, blackouts: 2 })
    expect(await rowsOf(into.cid)).toMatchObject({ favourites: 0, blackouts: 0 })
    expect(await mergeContentChannels(database.db, { from: 1, into: 1 }, at(31))).toEqual({ kind: 'itself' })
  })
})
