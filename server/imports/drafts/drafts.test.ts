/** Drafts of lists on a real database: nothing changes before they are applied, and what was applied can be taken back. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { undoContent } from '#server/editing/editing.ts'
import { loadChannels, mapGroups, removeGroupRule } from '#server/television/television.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import {
  appendToDraft,
  applyDraft,
  checkDraft,
  discardDraft,
  fetchDraft,
  listDrafts,
  loadDraft,
  startDraft,
} from './drafts.ts'
import { recordedWithDraft } from './archive-of-draft.ts'
import { purgeDrafts } from './list-drafts.ts'

const dayMs = 86_400_000
const kamola = { staffId: 7, name: 'Kamola' }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

interface Entry {
  readonly id: string
  readonly name: string
  readonly host?: string
}

function list(...entries: readonly Entry[]): Buffer {
  const lines = entries.map(
    ({ id, name, host = 'one.example' }, at) =>
      `#EXTINF:-1 tvg-id="${id}" tvg-chno="${at + 1}",${name}\nhttp://${host}/${id}.m3u8`,
  )
  return Buffer.from(['#EXTM3U', ...lines].join('\n'))
}

const birinchi = { id: 'one.uz', name: 'Birinchi' }
const ikkinchi = { id: 'two.uz', name: 'Ikkinchi' }
const uchinchi = { id: 'three.uz', name: 'Uchinchi' }

async function draftOf(bytes: Buffer, name = 'list.m3u') {
  const draftId = await startDraft(database.db, { name, sizeBytes: bytes.length, by: kamola, nowMs: 0 })
  await appendToDraft(database.db, draftId, 0, bytes)
  expect(await checkDraft(database.db, draftId, { record: false, ownGroups: false }, 0)).toEqual({
    kind: 'checked',
  })
  return draftId
}

async function itemsOf(draftId: number) {
  const loaded = await loadDraft(database.db, draftId, { view: 'all', fromItem: 0, limit: 100 })
  return (loaded?.items ?? []).map(({ item, kind, label, marks, similar_to: similarTo }) => ({
    ...{ item, kind, label, marks, similarTo },
  }))
}

async function apply(draftId: number, taken: Parameters<typeof applyDraft>[2] = { take: 'all' }) {
  const outcome = await applyDraft(database.db, draftId, taken, { by: kamola, nowMs: 1 })
  if (outcome.kind !== 'applied') throw new Error(outcome.kind)
  return outcome
}

async function names() {
  const channels = await loadChannels(database.db)
  return channels.filter(({ isHidden }) => !isHidden).map(({ name }) => name.ru)
}

describe('[IMPORT-02] a list as a draft', () => {
  beforeEach(async () => {
    await database.db.deleteFrom('import_draft').execute()
    await database.db.deleteFrom('channel').execute()
  })

  it('arrives in pieces, and goes on where it was broken off', async () => {
    const bytes = list(birinchi, ikkinchi)
    const { db } = database
    const draftId = await startDraft(db, { name: 'a', sizeBytes: bytes.length, by: kamola, nowMs: 0 })
    const options = { record: false, ownGroups: false }
    expect(await appendToDraft(db, draftId, 0, bytes.subarray(0, 40))).toMatchObject({ receivedBytes: 40 })
    expect(await checkDraft(db, draftId, options, 0)).toEqual({ kind: 'incomplete' })
    // The same piece again, one that leaves a gap, and one that is too long change nothing.
    for (const [at, piece] of [
      [0, bytes.subarray(0, 40)],
      [60, bytes.subarray(60)],
      [40, Buffer.concat([bytes.subarray(40), bytes])],
    ] as const)
      expect(await appendToDraft(db, draftId, at, piece)).toMatchObject({ receivedBytes: 40 })
    await appendToDraft(db, draftId, 40, bytes.subarray(40))
    expect(await checkDraft(db, draftId, options, 0)).toEqual({ kind: 'checked' })
    expect((await itemsOf(draftId)).map(({ label }) => label)).toEqual(['1 Birinchi', '2 Ikkinchi'])
  })

  it('changes nothing before it is applied, and can be taken back afterwards', async () => {
    const draftId = await draftOf(list(birinchi, ikkinchi))
    expect(await names()).toEqual([])
    const { changeId, changed } = await apply(draftId)
    expect(changed).toBe(2)
    expect(await names()).toEqual(['Birinchi', 'Ikkinchi'])
    await undoContent(database.db, changeId, { by: kamola, nowMs: 2 })
    expect(await names()).toEqual([])
  })

  it('is applied in part: only the chosen channels, or all but some', async () => {
    const first = await draftOf(list(birinchi, ikkinchi, uchinchi))
    await apply(first, { take: 'only', items: [1] })
    expect(await names()).toEqual(['Ikkinchi'])
    const second = await draftOf(list(birinchi, ikkinchi, uchinchi), 'other.m3u')
    expect((await itemsOf(second)).map(({ label }) => label.replace(/^\d+ /, ''))).toEqual([
      'Birinchi',
      'Uchinchi',
    ])
    await apply(second, { take: 'except', items: [1] })
    expect((await names()).toSorted()).toEqual(['Birinchi', 'Ikkinchi'])
  })

  it('says what was changed, moved, renamed, is gone, or looks like an existing channel', async () => {
    await apply(await draftOf(list(birinchi, ikkinchi, uchinchi)))
    const moved = { ...birinchi, host: 'elsewhere.example' }
    const duplicate = { id: 'other-two.uz', name: 'Ikkinchi HD', host: 'two.example' }
    const draftId = await draftOf(list(moved, { ...ikkinchi, name: 'Boshqa' }, duplicate))
    const items = await itemsOf(draftId)
    expect(items.map(({ kind, marks, similarTo }) => ({ kind, marks, similarTo }))).toEqual([
      { kind: 'changed', marks: ['address_moved'], similarTo: '' },
      { kind: 'changed', marks: ['renamed'], similarTo: '' },
      { kind: 'new', marks: ['similar'], similarTo: '2 Ikkinchi' },
      { kind: 'gone', marks: [], similarTo: '' },
    ])
    const loaded = await loadDraft(database.db, draftId, { view: 'marked', fromItem: 1, limit: 1 })
    expect(loaded?.counts).toEqual({ all: 4, new: 1, changed: 2, gone: 1, follows: 0, marked: 3 })
    expect(loaded?.items.map(({ item }) => item)).toEqual([1])
    // What is gone stays unless it is chosen.
    await apply(draftId)
    expect((await names()).toSorted()).toEqual(['Birinchi', 'Boshqa', 'Ikkinchi HD', 'Uchinchi'])
  })

  it('puts groups where an operator said once, and asks about the others', async () => {
    const { db } = database
    const groups = async (bytes: Buffer) => {
      const loaded = await loadDraft(db, await draftOf(bytes), { view: 'all', fromItem: 0, limit: 9 })
      return [loaded?.draft.groups, loaded?.items.map(({ after }) => after?.['category_id'])]
    }
    const grouped = Buffer.from(
      ['Ertaklar', 'Ertaklar', 'Boshqalar', 'Sport']
        .map((group, at) => `#EXTINF:-1 group-title="${group}",Kanal ${at}\nhttp://one.example/${at}.m3u8`)
        .join('\n'),
    )
    const [unknown, before] = await groups(grouped)
    expect(unknown).toEqual([
      { group: 'Ertaklar', channels: 2 },
      { group: 'Boshqalar', channels: 1 },
    ])
    const who = { by: kamola, nowMs: 0 }
    const rules = [
      { group: 'ERTAKLAR ', categoryId: null },
      { group: 'Sport', categoryId: 2 },
    ]
    expect(await mapGroups(db, rules, who)).toEqual({ kind: 'mapped' })
    const [left, after] = await groups(grouped)
    expect(left).toEqual([{ group: 'Boshqalar', channels: 1 }])
    const own = (after as number[])[0]
    expect(own).toBeGreaterThanOrEqual(100)
    expect(after).toEqual([own, own, 1, 2])
    expect(before).toEqual([1, 1, 1, expect.not.toSatisfy((id) => id === 2)])
    // All or none: a rule that cannot be stored leaves none behind.
    const bad = [
      { group: 'Boshqalar', categoryId: 3 },
      { group: 'x', categoryId: 9999 },
    ]
    expect(await mapGroups(db, bad, who)).toEqual({ kind: 'unknown_category' })
    expect((await groups(grouped))[0]).toEqual([{ group: 'Boshqalar', channels: 1 }])
    expect([await removeGroupRule(db, 'ertaklar'), await removeGroupRule(db, 'ertaklar')]).toEqual([
      true,
      false,
    ])
  })

  it('hides what is gone when that is chosen, and the undo shows it again', async () => {
    await apply(await draftOf(list(birinchi, ikkinchi)))
    const draftId = await draftOf(list(birinchi))
    const [gone] = await itemsOf(draftId)
    expect(gone).toMatchObject({ kind: 'gone', label: '2 Ikkinchi' })
    const { changeId } = await apply(draftId, { take: 'only', gone: [gone?.item ?? -1] })
    expect(await names()).toEqual(['Birinchi'])
    await undoContent(database.db, changeId, { by: kamola, nowMs: 2 })
    expect(await names()).toEqual(['Birinchi', 'Ikkinchi'])
  })

  it('is applied once, also by two people at once', async () => {
    const draftId = await draftOf(list(birinchi))
    const outcomes = await Promise.all(
      [1, 2, 3].map((nowMs) => applyDraft(database.db, draftId, { take: 'all' }, { by: kamola, nowMs })),
    )
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['applied', 'not_found', 'not_found'])
    expect(await names()).toEqual(['Birinchi'])
  })

  it('is not applied by the numbers of an earlier comparison', async () => {
    const draftId = await draftOf(list(birinchi, ikkinchi), 'numbers.m3u')
    const page = { view: 'all', fromItem: 0, limit: 10 } as const
    const { comparison } = (await loadDraft(database.db, draftId, page)) ?? { comparison: '' }
    expect(comparison).not.toBe('')
    // A colleague applies a list with one of the channels, and compares this one again: its items are other ones.
    const other = await draftOf(list(birinchi), 'other.m3u')
    await applyDraft(database.db, other, { take: 'all' }, { by: kamola, nowMs: 1 })
    const options = { record: false, ownGroups: false }
    await checkDraft(database.db, draftId, options, 1)
    const taken = { take: 'only', items: [0] } as const
    const who = { by: kamola, nowMs: 2 }
    expect(await applyDraft(database.db, draftId, { ...taken, comparison }, who)).toEqual({
      kind: 'outdated',
    })
    const now = (await loadDraft(database.db, draftId, page))?.comparison
    expect(await applyDraft(database.db, draftId, { ...taken, comparison: now }, who)).toMatchObject({
      kind: 'applied',
    })
  })

  it('that has ended stays so, also when it is compared at the same moment', async () => {
    const options = { record: false, ownGroups: false }
    for (const end of ['apply', 'discard'] as const)
      for (let round = 0; round < 5; round++) {
        const draftId = await draftOf(list({ id: `${end}${round}.uz`, name: `${end} ${round}` }), 'race.m3u')
        const [checked] = await Promise.all([
          checkDraft(database.db, draftId, options, 3),
          end === 'apply'
            ? applyDraft(database.db, draftId, { take: 'all' }, { by: kamola, nowMs: 3 })
            : discardDraft(database.db, draftId, 3),
        ])
        expect(['checked', 'not_found']).toContain(checked.kind)
        const row = await database.db
          .selectFrom('import_draft')
          .select('state')
          .where('id', '=', draftId)
          .executeTakeFirstOrThrow()
        expect(row.state).toBe(end === 'apply' ? 'applied' : 'discarded')
        expect(await checkDraft(database.db, draftId, options, 4)).toEqual({ kind: 'not_found' })
      }
  })

  it('is refused as a whole when it is no list, and nothing of it can be applied', async () => {
    const draftId = await draftOf(Buffer.from('<html>Not found</html>'))
    const loaded = await loadDraft(database.db, draftId, { view: 'all', fromItem: 0, limit: 100 })
    expect(loaded?.draft.refused_whole).toContain('not a playlist')
    expect(loaded?.items).toEqual([])
    expect(await applyDraft(database.db, draftId, { take: 'all' }, { by: kamola, nowMs: 1 })).toEqual({
      kind: 'not_found',
    })
  })

  it('needs a choice, ends when it is discarded, and is forgotten after two weeks', async () => {
    const { db } = database
    const draftId = await draftOf(list(birinchi))
    const nothing = { take: 'only', items: [] } as const
    expect(await applyDraft(db, draftId, nothing, { by: kamola, nowMs: 1 })).toEqual({
      kind: 'nothing_taken',
    })
    expect((await listDrafts(db)).map(({ id }) => id)).toEqual([draftId])
    expect(await discardDraft(db, draftId, 1)).toBe(true)
    expect(await discardDraft(db, draftId, 1)).toBe(false)
    expect(await listDrafts(db)).toEqual([])
    await draftOf(list(ikkinchi))
    expect(await purgeDrafts(db, 13 * dayMs)).toBe(0)
    expect(await purgeDrafts(db, 15 * dayMs)).toBe(2)
    expect(await listDrafts(db)).toEqual([])
  })

  it('[ARCH-02] says what would be recorded, and what of it is radio', async () => {
    const bytes = Buffer.from(
      '#EXTM3U\n#EXTINF:-1 tvg-id="tv",Tv\nhttp://tv.example/1.ts\n#EXTINF:-1 radio="true",Radio\nhttp://tv.example/2\n',
    )
    const draftId = await startDraft(database.db, {
      name: 'a',
      sizeBytes: bytes.length,
      by: kamola,
      nowMs: 0,
    })
    await appendToDraft(database.db, draftId, 0, bytes)
    await checkDraft(database.db, draftId, { record: true, ownGroups: false }, 0)
    const recorded = await recordedWithDraft(database.db, draftId)
    expect(recorded.map(({ cid, isRadio, isOfDraft }) => [cid, isRadio, isOfDraft]).toSorted()).toEqual([
      [null, false, true],
      [null, true, true],
    ])
  })

  it('is not fetched from an address of the local network', async () => {
    const { db } = database
    for (const address of [
      'http://127.0.0.1/list.m3u',
      'http://192.168.1.1/list.m3u',
      'http://[::1]/list.m3u',
    ])
      expect(await fetchDraft(db, { address, by: kamola, nowMs: 0 })).toEqual({ kind: 'unreachable' })
    expect(await listDrafts(db)).toEqual([])
  })
})
