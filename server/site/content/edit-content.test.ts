import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { loadChange } from '#server/changes/changes.ts'
import { undoContent } from '#server/editing/editing.ts'
import { findBanners, findNewsItem, writeBanner } from '#server/site/site.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import {
  type BannerFields,
  listStaffBanners,
  orderBanners,
  removeBanner,
  saveBanner,
} from './edit-banners.ts'
import { deleteNews, listStaffNews, saveNews } from './edit-news.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())
beforeEach(async () => {
  await db.deleteFrom('banner').execute()
  await db.deleteFrom('news_item').execute()
})

const nowMs = Date.UTC(2026, 10, 20, 9)
const who = { by: undefined, nowMs }
const summer: BannerFields = {
  place: 'home',
  title: { ru: 'Лето', uz: 'Yoz' },
  text: { ru: 'Тепло', uz: '' },
  button: { ru: 'Смотреть', uz: 'Koʻrish' },
  picture: '',
  href: '/movies',
  shownFromMs: null,
  shownUntilMs: null,
}
const news = {
  title: { ru: 'Новый тариф', uz: 'Yangi tarif' },
  lead: { ru: 'С декабря', uz: 'Dekabrdan' },
  body: { ru: 'Первый абзац', uz: 'Birinchi xatboshi' },
  picture: '',
  publishedAtMs: nowMs,
}

async function create(fields: Partial<BannerFields> = {}) {
  const made = await saveBanner(db, { id: null, version: 0, fields: { ...summer, ...fields } }, who)
  if (made.kind !== 'changed') throw new Error(made.kind)
  return made
}

describe('banners by hand', () => {
  it('are shown in their time, and listed with their state', async () => {
    await create()
    await create({ title: { ru: 'Потом', uz: 'Keyin' }, shownFromMs: nowMs + 1 })
    await create({ title: { ru: 'Было', uz: 'Edi' }, shownUntilMs: nowMs })
    const listed = await listStaffBanners(db, nowMs)
    expect(listed.map(({ title, state }) => [title.ru, state])).toEqual([
      ['Лето', 'on'],
      ['Потом', 'planned'],
      ['Было', 'ended'],
    ])
    expect((await findBanners(db, 'home', nowMs)).map(({ title }) => title.ru)).toEqual(['Лето'])
  })

  it('refuse an end before the beginning, and an older version', async () => {
    const { id } = await create()
    const wrong = { ...summer, shownFromMs: nowMs, shownUntilMs: nowMs }
    expect(await saveBanner(db, { id, version: 1, fields: wrong }, who)).toEqual({ kind: 'period' })
    const renamed = { ...summer, title: { ru: 'Осень', uz: 'Kuz' } }
    expect(await saveBanner(db, { id, version: 1, fields: renamed }, who)).toMatchObject({ kind: 'changed' })
    expect(await saveBanner(db, { id, version: 1, fields: summer }, who)).toEqual({
      kind: 'changed_since',
      who: '',
    })
    expect(await saveBanner(db, { id: 5, version: 1, fields: summer }, who)).toEqual({ kind: 'not_found' })
  })

  it('stay as they are when nothing differs, and a file’s import counts as a change', async () => {
    const { id } = await create()
    expect(await saveBanner(db, { id, version: 1, fields: summer }, who)).toMatchObject({ changeId: 0 })
    await writeBanner(db, { ...summer, id, picture: null, position: 1 })
    const [banner] = await listStaffBanners(db, nowMs)
    expect(banner?.version).toBe(3)
  })

  it('are ordered, deleted and created, and each is taken back', async () => {
    const [first, second] = [await create(), await create({ title: { ru: 'Зима', uz: 'Qish' } })]
    const order = async () => (await listStaffBanners(db, nowMs)).map(({ title }) => title.ru)
    const ordered = await orderBanners(db, 'home', [second.id], who)
    expect(await order()).toEqual(['Зима', 'Лето'])
    if (ordered.kind !== 'changed') throw new Error(ordered.kind)
    await undoContent(db, ordered.changeId, who)
    expect(await order()).toEqual(['Лето', 'Зима'])
    const removed = await removeBanner(db, first.id, who)
    expect(await order()).toEqual(['Зима'])
    if (removed.kind !== 'changed') throw new Error(removed.kind)
    await undoContent(db, removed.changeId, who)
    expect(await order()).toEqual(['Лето', 'Зима'])
    // Putting banners into an order is no change of their texts; what returns has a version nobody has seen.
    const versions = (await listStaffBanners(db, nowMs)).map(({ id, version }) => [id, version])
    expect(versions).toEqual([
      [first.id, 2],
      [second.id, 1],
    ])
    await undoContent(db, second.changeId, who)
    expect(await order()).toEqual(['Лето'])
    // An id that was used once is never used again: browsers remember which banners were closed.
    expect((await create()).id).toBeGreaterThan(second.id)
  })

  it('leave what was changed since, also where both times would be no period', async () => {
    const { id } = await create({ shownUntilMs: nowMs + 1000 })
    const [day, hour] = [86_400_000, 3_600_000]
    const later = { ...summer, shownFromMs: nowMs + day, shownUntilMs: nowMs + 2 * day }
    const moved = await saveBanner(db, { id, version: 1, fields: later }, who)
    const back = { ...later, shownFromMs: nowMs - day, shownUntilMs: nowMs - hour }
    const last = await saveBanner(db, { id, version: 2, fields: back }, who)
    if (moved.kind !== 'changed' || last.kind !== 'changed') throw new Error('not saved')
    const ends = { ...back, shownUntilMs: nowMs + hour }
    await saveBanner(db, { id, version: 3, fields: ends }, who)
    const undone = await undoContent(db, last.changeId, who)
    expect(undone).toMatchObject({ kind: 'undone' })
    const [banner] = await listStaffBanners(db, nowMs)
    expect([banner?.shownFromMs, banner?.shownUntilMs]).toEqual([nowMs - day, nowMs + hour])
  })
})

describe('news by hand', () => {
  it('are planned, changed and deleted, as sets that are taken back', async () => {
    const made = await saveNews(
      db,
      { id: null, version: 0, fields: { ...news, publishedAtMs: nowMs + 1 } },
      who,
    )
    if (made.kind !== 'changed') throw new Error(made.kind)
    const { id } = made
    expect(await findNewsItem(db, id, nowMs)).toBeUndefined()
    expect((await listStaffNews(db, nowMs, id))[0]?.state).toBe('planned')
    const saved = await saveNews(db, { id, version: 1, fields: news }, who)
    if (saved.kind !== 'changed') throw new Error(saved.kind)
    const loaded = await loadChange(db, saved.changeId, 10)
    expect(Object.keys(loaded?.entries[0]?.after ?? {})).toEqual(['_version', 'published_at'])
    expect(await saveNews(db, { id, version: 1, fields: news }, who)).toMatchObject({ kind: 'changed_since' })
    const removed = await deleteNews(db, id, who)
    if (removed.kind !== 'changed') throw new Error(removed.kind)
    expect(await findNewsItem(db, id, nowMs)).toBeUndefined()
    await undoContent(db, removed.changeId, who)
    expect((await findNewsItem(db, id, nowMs))?.body.uz).toBe('Birinchi xatboshi')
    expect(await deleteNews(db, 1, who)).toEqual({ kind: 'not_found' })
  })
})
