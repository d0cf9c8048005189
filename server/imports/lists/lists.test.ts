/** Lists that are fetched again and again, on a real database; the file they get is the test's. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { undoContent } from '#server/editing/editing.ts'
import type { Author } from '#server/changes/changes.ts'
import { discardDraft, listDrafts, loadDraft, applyDraft } from '#server/imports/drafts/drafts.ts'
import { purgeDrafts } from '#server/imports/drafts/list-drafts.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { loadChannels } from '#server/television/television.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { manualClock, type ManualClock } from '#server/platform/primitives/clock.ts'
import { addListSource, changeListSource, listListSources, removeListSource } from './list-sources.ts'
import { refreshDueLists } from './lists-worker.ts'
import { refreshList } from './refresh-list.ts'

const minuteMs = 60_000
const kamola = { staffId: 7, name: 'Kamola' }
const address = 'https://one.example/list.m3u?token=secret'
const settings = { everyMin: 60, applies: false, record: false, ownGroups: false }

let database: TestDatabase
let clock: ManualClock
/** What the address answers with; undefined: it does not. */
let file: string | undefined
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const list = (...names: readonly string[]) =>
  [
    '#EXTM3U',
    ...names.map((name) => `#EXTINF:-1 tvg-id="${name}",${name}\nhttp://one.example/${name}.ts`),
  ].join('\n')
const tools = () => ({
  db: database.db,
  clock,
  log: silentLog,
  fetch: async () => (file === undefined ? undefined : Buffer.from(file)),
})

async function add(more: Partial<typeof settings> = {}): Promise<number> {
  const added = await addListSource(
    database.db,
    { address, ...settings, ...more },
    { by: kamola, nowMs: clock.nowMs() },
  )
  if (added.kind !== 'added') throw new Error(added.kind)
  return added.id
}

async function names(): Promise<readonly string[]> {
  const channels = await loadChannels(database.db)
  return channels.map(({ name }) => name.ru).toSorted()
}

async function openDrafts(): Promise<readonly number[]> {
  return (await listDrafts(database.db)).filter(({ state }) => state === 'open').map(({ id }) => id)
}

describe('[IMPORT-02] a list that is fetched again and again', () => {
  beforeEach(async () => {
    clock = manualClock(Date.UTC(2026, 0, 1))
    for (const table of ['list_source', 'import_draft', 'channel'] as const)
      await database.db.deleteFrom(table).execute()
  })

  it('becomes a draft when it differs, and only the newest edition waits', async () => {
    const id = await add()
    file = list('One')
    const first = await refreshList(id, tools())
    expect(first).toMatchObject({ outcome: 'draft' })
    expect(await names()).toEqual([])
    // The same edition changes nothing of what waits.
    expect(await refreshList(id, tools())).toEqual(first)
    file = list('One', 'Two')
    const second = await refreshList(id, tools())
    expect(await openDrafts()).toEqual([second?.draftId])
    const [draft] = await listDrafts(database.db)
    expect(draft).toMatchObject({ name: 'https://one.example/list.m3u?…', staff_name: 'Kamola' })
  })

  it('does not come again when it was discarded, before it is another one', async () => {
    const id = await add()
    file = list('One')
    const { draftId } = (await refreshList(id, tools())) ?? {}
    await discardDraft(database.db, draftId ?? 0, clock.nowMs())
    expect(await refreshList(id, tools())).toEqual({ outcome: 'same', draftId: null })
    expect(await openDrafts()).toEqual([])
    // Compared in another way it is another one.
    await changeListSource(database.db, id, { record: true }, { by: kamola, nowMs: clock.nowMs() })
    expect(await refreshList(id, tools())).toMatchObject({ outcome: 'draft' })
  })

  it('is applied by itself where that is wanted, not when a channel is gone, and not again when it was undone', async () => {
    const id = await add({ applies: true })
    file = list('One', 'Two')
    const { draftId } = (await refreshList(id, tools())) ?? {}
    expect(await names()).toEqual(['One', 'Two'])
    const [applied] = await listDrafts(database.db)
    expect(applied).toMatchObject({ id: draftId, state: 'applied' })
    await undoContent(database.db, applied?.change_id ?? 0, { by: kamola, nowMs: clock.nowMs() })
    expect(await refreshList(id, tools())).toEqual({ outcome: 'same', draftId: null })
    expect(await names()).toEqual([])
    file = list('One', 'Two', 'Three')
    expect(await refreshList(id, tools())).toMatchObject({ outcome: 'applied' })
    file = list('One', 'Three')
    const gone = await refreshList(id, tools())
    expect(gone).toMatchObject({ outcome: 'draft' })
    const taken = { take: 'all' } as const
    expect(
      await applyDraft(database.db, gone?.draftId ?? 0, taken, { by: kamola, nowMs: clock.nowMs() }),
    ).toEqual({ kind: 'nothing_taken' })
  })

  it('is not applied by itself when the archive of a channel moves to another server', async () => {
    const id = await add({ applies: true })
    const withArchive = (source: string) =>
      `#EXTM3U\n#EXTINF:-1 tvg-id="One" catchup="default" catchup-source="${source}",One\nhttp://one.example/One.ts`
    file = withArchive('http://one.example/past?{utc}')
    expect(await refreshList(id, tools())).toMatchObject({ outcome: 'applied' })
    file = withArchive('http://127.0.0.1:9000/past?{utc}')
    const moved = await refreshList(id, tools())
    expect(moved).toMatchObject({ outcome: 'draft' })
    const page = { view: 'all', fromItem: 0, limit: 10 } as const
    const draft = await loadDraft(database.db, moved?.draftId ?? 0, page)
    expect(draft?.items.map(({ marks }) => marks)).toEqual([['catchup_moved']])
  })

  it('waits longer and longer while its address does not answer, and says when it is no list', async () => {
    const id = await add()
    file = undefined
    const pauses: number[] = []
    for (let tries = 0; tries < 8; tries += 1) {
      await refreshDueLists(tools())
      const [source] = await listListSources(database.db)
      pauses.push(((source?.next_at.getTime() ?? 0) - clock.nowMs()) / minuteMs)
      clock.advanceMs((source?.next_at.getTime() ?? 0) - clock.nowMs())
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 360])
    file = '<html>no list</html>'
    await refreshDueLists(tools())
    const [source] = await listListSources(database.db)
    expect(source).toMatchObject({ outcome: 'refused', failures: 0 })
    expect((source?.next_at.getTime() ?? 0) - clock.nowMs()).toBe(60 * minuteMs)
    // It is not due yet.
    file = list('One')
    await refreshDueLists(tools())
    expect(await listListSources(database.db)).toMatchObject([{ id, outcome: 'refused' }])
  })

  it('is fetched by one process at a time, and by none after it was removed', async () => {
    const id = await add()
    file = list('One')
    // The second one comes while the first is still fetching.
    const second: unknown[] = []
    const fetch = async () => {
      second.push(await refreshList(id, tools()))
      return Buffer.from(file ?? '')
    }
    expect(await refreshList(id, { ...tools(), fetch })).toBeDefined()
    expect(second).toEqual([undefined])
    expect(await openDrafts()).toHaveLength(1)
    const again = await addListSource(database.db, { address, ...settings }, { by: kamola, nowMs: 0 })
    expect(again).toEqual({ kind: 'twice' })
    expect(await removeListSource(database.db, id)).toMatchObject({ address })
    expect(await refreshList(id, tools())).toBeUndefined()
  })

  it('is compared with its own former edition, not with that of another list of the same host', async () => {
    await add()
    const other = await addListSource(
      database.db,
      { address: 'https://one.example/list.m3u?token=other', ...settings },
      { by: kamola, nowMs: clock.nowMs() },
    )
    const files: Record<string, string> = {
      [address]: list('One'),
      'https://one.example/list.m3u?token=other': list('Two'),
    }
    const fetch = async (from: string) => Buffer.from(files[from] ?? '')
    await refreshDueLists({ ...tools(), fetch })
    for (const draftId of await openDrafts())
      await applyDraft(database.db, draftId, { take: 'all' }, { by: kamola, nowMs: clock.nowMs() })
    expect(await names()).toEqual(['One', 'Two'])
    files['https://one.example/list.m3u?token=other'] = list('Two', 'Three')
    clock.advanceMs(60 * minuteMs)
    await refreshDueLists({ ...tools(), fetch })
    const [draftId = 0, ...more] = await openDrafts()
    expect(more).toEqual([])
    const view = { view: 'all', fromItem: 0, limit: 9 } as const
    const loaded = await loadDraft(database.db, draftId, view)
    expect(loaded?.counts).toMatchObject({ all: 1, new: 1, gone: 0 })
    expect(other.kind).toBe('added')
  })

  it('does not end the others when its own fetch fails', async () => {
    await add()
    await addListSource(
      database.db,
      { address: 'https://two.example/list.m3u', ...settings },
      { by: kamola, nowMs: clock.nowMs() },
    )
    const fetch = async (from: string) => {
      if (from === address) throw new Error('the disk is full')
      // NUL characters of a broken export.
      return Buffer.from(list('Two\0'))
    }
    await refreshDueLists({ ...tools(), fetch })
    const outcomes = (await listListSources(database.db)).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['waiting', 'draft'])
  })

  it('leaves the edition that waits while a later one is no list, and says why', async () => {
    const id = await add()
    file = list('One')
    const first = await refreshList(id, tools())
    file = '<html>moved</html>'
    expect(await refreshList(id, tools())).toEqual({ outcome: 'refused', draftId: first?.draftId })
    const [source] = await listListSources(database.db)
    expect(source?.refusal).toMatch(/playlist/)
    expect(await openDrafts()).toEqual([first?.draftId])
    file = list('One')
    expect(await refreshList(id, tools())).toEqual(first)
    expect(await listListSources(database.db)).toMatchObject([{ refusal: '', outcome: 'draft' }])
  })

  it('is due by its new interval, and is compared anew when it was changed while it was fetched', async () => {
    const id = await add()
    file = list('One')
    await refreshDueLists(tools())
    const dueInMin = async () => {
      const [source] = await listListSources(database.db)
      return ((source?.next_at.getTime() ?? 0) - clock.nowMs()) / minuteMs
    }
    clock.advanceMs(10 * minuteMs)
    const by = { by: kamola, nowMs: clock.nowMs() }
    await changeListSource(database.db, id, { everyMin: 30 }, by)
    expect(await dueInMin()).toBe(20)
    await changeListSource(database.db, id, { everyMin: 1440 }, by)
    expect(await dueInMin()).toBe(1430)
    const fetch = async () => {
      await changeListSource(database.db, id, { record: true }, by)
      return Buffer.from(list('One'))
    }
    await refreshList(id, { ...tools(), fetch })
    expect(await dueInMin()).toBe(0)
    expect(await listListSources(database.db)).toMatchObject([{ digest: '', record: true }])
  })

  it('is applied on behalf of whoever wanted that, and says so', async () => {
    const id = await add()
    const dilshod = { staffId: 8, name: 'Dilshod' }
    await changeListSource(database.db, id, { applies: true }, { by: dilshod, nowMs: clock.nowMs() })
    file = list('One')
    const applied: unknown[] = []
    const onApplied = async (changeId: number, by: Author) => void applied.push([changeId, by])
    await refreshList(id, { ...tools(), onApplied })
    const [draft] = await listDrafts(database.db)
    expect(draft).toMatchObject({ state: 'applied', staff_name: 'Dilshod' })
    expect(applied).toEqual([[draft?.change_id, dilshod]])
  })

  it('ends old drafts but for the edition that waits and the last one that was applied', async () => {
    const id = await add()
    const apply = async (...channels: readonly string[]) => {
      file = list(...channels)
      const { draftId } = (await refreshList(id, tools())) ?? {}
      await applyDraft(database.db, draftId ?? 0, { take: 'all' }, { by: kamola, nowMs: clock.nowMs() })
      return draftId
    }
    await apply('One')
    const last = await apply('One', 'Two')
    file = list('One', 'Two', 'Three')
    const { draftId: waiting } = (await refreshList(id, tools())) ?? {}
    await purgeDrafts(database.db, clock.nowMs() + 15 * 24 * 60 * minuteMs)
    expect((await listDrafts(database.db)).map((draft) => draft.id)).toEqual([waiting, last])
  })
})
