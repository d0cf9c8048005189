/** What the staff decides about the guide of a channel, on a real database and with a real file as the guide. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { seededRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { publishChannels } from '#server/television/television.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { confirmMatch, forgetDecision, rejectMatch } from './decide-match.ts'
import { addSource, claimSource, findSource, noteReading } from './guide-sources.ts'
import { refreshDueGuides } from '#server/imports/guide-refresh/guide-worker.ts'
import { listMatching, listRejected, searchGuideChannels } from './list-matching.ts'

const nowMs = Date.UTC(2026, 0, 15, 12)
const hourMs = 3_600_000
const clock = manualClock(nowMs)
const who = { by: { staffId: 1, name: 'Kamola' }, nowMs }
let database: TestDatabase
let dir = ''
const cids = new Map<string, number>()

beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-matching-'))
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')

/** Three hourly programmes, the first of which has begun, of each channel: id, name. */
function guide(channels: readonly (readonly [string, string])[]): string {
  const listed = channels.map(
    ([id, name]) => `<channel id="${id}"><display-name>${name}</display-name></channel>`,
  )
  const programmes = channels.flatMap(([id, name]) =>
    [0, 1, 2].map((hour) => {
      const beginMs = nowMs + (hour - 0.5) * hourMs
      return `<programme channel="${id}" start="${stamp(beginMs)}" stop="${stamp(beginMs + hourMs)}"><title>${name} ${hour}</title></programme>`
    }),
  )
  return `<tv>${listed.join('')}${programmes.join('')}</tv>`
}

/** Reads what is due, as the job of each minute does. */
async function read(): Promise<void> {
  clock.advanceMs(60_000)
  await refreshDueGuides({
    db: database.db,
    dataDir: dir,
    clock,
    random: seededRandom('guide'),
    log: silentLog,
  })
}

async function addGuide(name: string, channels: readonly (readonly [string, string])[]): Promise<void> {
  const file = join(dir, `${name}.xml`)
  await writeFile(file, guide(channels))
  const settings = { everyMin: 240, zone: '+00:00', shiftMin: 0, allowLocal: false }
  expect(await addSource(database.db, { name, address: file, ...settings }, clock.nowMs())).toBe(true)
  // A file that was written a moment ago is left alone; the clock of the test is far from that of the disk.
  await read()
}

async function stateOf(name: string) {
  const channel = (await listMatching(database.db)).find(({ nameRu }) => nameRu === name)
  return channel?.match === null || channel?.match === undefined
    ? undefined
    : { id: channel.match.guideId, applied: channel.match.isApplied, by: channel.match.by }
}

async function titlesOf(name: string): Promise<readonly string[]> {
  const rows = await database.db
    .selectFrom('programme')
    .select('title_ru')
    .where('channel_id', '=', cids.get(name) ?? 0)
    .orderBy('begin_at')
    .execute()
  return rows.map((row) => row.title_ru)
}

const pair = (name: string, guideId: string) => ({ cid: cids.get(name) ?? 0, guideId })

describe('[GUIDE-07] the guide of a channel', () => {
  beforeEach(async () => {
    clock.setMs(nowMs)
    for (const table of ['guide_source', 'channel_alias', 'channel'] as const)
      await database.db.deleteFrom(table).execute()
    const channels = [
      ['Sevimli', 'uz'],
      ['TNT', 'ru'],
    ] as const
    const published = await publishChannels(
      database.db,
      channels.map(([ru, country]) => ({
        ...{ key: ru, name: { ru, uz: '' }, logo: null, categoryId: 1, additionalCategories: [] },
        ...{ isSocial: false, worldPlace: null, source: { kind: 'none' as const }, archiveDays: 7 },
        ...{ guideShiftMin: 0, countries: [country] },
      })),
      nowMs,
    )
    for (const { key, cid } of published) cids.set(key, cid)
  })

  it('is applied where it is sure, and only proposed where it is not, with what it shows', async () => {
    await addGuide('main', [
      ['Sevimli.uz', 'Sevimli TV'],
      ['TNT.us', 'TNT'],
    ])
    expect(await stateOf('Sevimli')).toEqual({ id: 'Sevimli.uz', applied: true, by: 'name' })
    expect(await stateOf('TNT')).toEqual({ id: 'TNT.us', applied: false, by: 'likeness' })
    expect(await titlesOf('TNT')).toEqual([])
    const proposed = (await listMatching(database.db)).find(({ nameRu }) => nameRu === 'TNT')?.match
    expect(proposed).toMatchObject({ source: 'main', doubt: 'country', guideName: 'TNT' })
    expect(proposed?.next.map(({ title }) => title)).toEqual(['TNT 1', 'TNT 2'])
  })

  it('that is confirmed is read within a minute, though the file has not changed, and stays', async () => {
    await addGuide('main', [['TNT.us', 'TNT']])
    expect(await confirmMatch(database.db, pair('TNT', 'TNT.us'), who)).toMatchObject({ kind: 'decided' })
    expect(await stateOf('TNT')).toEqual({ id: 'TNT.us', applied: false, by: 'alias' })
    await read()
    expect(await stateOf('TNT')).toEqual({ id: 'TNT.us', applied: true, by: 'alias' })
    expect(await titlesOf('TNT')).toHaveLength(3)
    expect((await findSource(database.db, 'main'))?.request).toBe('')
    // One that is confirmed for a channel is not taken away by another.
    expect(await confirmMatch(database.db, pair('Sevimli', 'TNT.us'), who)).toEqual({
      kind: 'taken',
      cid: cids.get('TNT'),
    })
    expect(await confirmMatch(database.db, pair('Sevimli', 'no such'), who)).toEqual({ kind: 'unknown' })
  })

  it('that is confirmed while its guide is being read is applied by the next reading', async () => {
    await addGuide('main', [['TNT.us', 'TNT']])
    const { id = 0 } = (await findSource(database.db, 'main')) ?? {}
    const [startMs, endMs] = [clock.nowMs(), clock.nowMs() + 1000]
    expect(await claimSource(database.db, id, { nowMs: startMs, untilMs: endMs })).toBeDefined()
    expect(await confirmMatch(database.db, pair('TNT', 'TNT.us'), who)).toMatchObject({ kind: 'decided' })
    const times = { triedAtMs: startMs, nextAtMs: startMs + 4 * hourMs }
    await noteReading(database.db, id, { state: 'unchanged', outcome: 'nothing new', failures: 0, ...times })
    await read()
    expect(await stateOf('TNT')).toEqual({ id: 'TNT.us', applied: true, by: 'alias' })
  })

  it('that is rejected is gone from now on, never comes again, and another source takes its place', async () => {
    await addGuide('main', [['Sevimli.uz', 'Sevimli TV']])
    await addGuide('second', [['sevimli', 'Севимли']])
    expect(await stateOf('Sevimli')).toMatchObject({ id: 'Sevimli.uz', applied: true })
    expect(await rejectMatch(database.db, pair('Sevimli', 'Sevimli.uz'), who)).toMatchObject({
      kind: 'decided',
    })
    expect(await titlesOf('Sevimli')).toEqual([])
    await read()
    expect(await stateOf('Sevimli')).toMatchObject({ id: 'sevimli', applied: true })
    expect((await findSource(database.db, 'main'))?.state).not.toBe('held')
    expect(await listRejected(database.db)).toMatchObject([{ guideId: 'sevimli.uz', staffName: 'Kamola' }])
    expect(await forgetDecision(database.db, pair('Sevimli', 'sevimli.uz'), who)).toBe(true)
    expect(await forgetDecision(database.db, pair('Sevimli', 'sevimli.uz'), who)).toBe(false)
  })

  it('is replaced by another one that is confirmed: the first is rejected', async () => {
    await addGuide('main', [
      ['Sevimli.uz', 'Sevimli TV'],
      ['x1', 'Boshqa nom'],
    ])
    expect(await confirmMatch(database.db, pair('Sevimli', 'x1'), who)).toMatchObject({ kind: 'decided' })
    await read()
    expect(await stateOf('Sevimli')).toEqual({ id: 'x1', applied: true, by: 'alias' })
    expect(await titlesOf('Sevimli')).toEqual(['Boshqa nom 0', 'Boshqa nom 1', 'Boshqa nom 2'])
    // Forgotten, the rules decide again: the rejected one stays rejected.
    expect(await forgetDecision(database.db, pair('Sevimli', 'x1'), who)).toBe(true)
    await read()
    expect((await stateOf('Sevimli'))?.applied).not.toBe(true)
  })

  it('is searched by parts of names in either alphabet', async () => {
    await addGuide('main', [
      ['Sevimli.uz', 'Sevimli TV'],
      ['other', '100%_real'],
    ])
    const results = async (text: string) =>
      (await searchGuideChannels(database.db, text)).map(({ guideId }) => guideId)
    expect(await results('севим')).toEqual(['Sevimli.uz'])
    expect(await results('tv sevimli')).toEqual(['Sevimli.uz'])
    expect(await results('%')).toEqual(['other'])
    expect(await results('  ')).toEqual([])
    const [first] = await searchGuideChannels(database.db, 'sevimli')
    expect(first).toMatchObject({ cid: cids.get('Sevimli'), programmes: 3, source: 'main' })
  })

  it('that is confirmed with a later source is no longer taken from an earlier one', async () => {
    await addGuide('main', [['Sevimli.uz', 'Sevimli TV']])
    await addGuide('second', [
      ['Sevimli.uz', 'Sevimli TV'],
      ['x2', 'Ikkinchi'],
    ])
    expect(await confirmMatch(database.db, pair('Sevimli', 'x2'), who)).toMatchObject({ kind: 'decided' })
    await read()
    await read()
    expect(await stateOf('Sevimli')).toEqual({ id: 'x2', applied: true, by: 'alias' })
    expect(await titlesOf('Sevimli')).toEqual(['Ikkinchi 0', 'Ikkinchi 1', 'Ikkinchi 2'])
    // The same id of the later source.
    expect(await forgetDecision(database.db, pair('Sevimli', 'x2'), who)).toBe(true)
    expect(await forgetDecision(database.db, pair('Sevimli', 'Sevimli.uz'), who)).toBe(true)
    await read()
    const later = { ...pair('Sevimli', 'SEVIMLI.uz'), source: 'second' }
    expect(await confirmMatch(database.db, later, who)).toMatchObject({ kind: 'decided' })
    await read()
    const channel = (await listMatching(database.db)).find(({ nameRu }) => nameRu === 'Sevimli')
    expect(channel?.match).toMatchObject({ source: 'second', guideId: 'Sevimli.uz', isApplied: true })
    expect(await titlesOf('Sevimli')).toHaveLength(3)
  })

  it('says which channel loses it to the one it is confirmed for', async () => {
    await addGuide('main', [['Sevimli.uz', 'Sevimli TV']])
    expect(await confirmMatch(database.db, pair('TNT', 'sevimli.UZ'), who)).toEqual({
      kind: 'decided',
      lostBy: [cids.get('Sevimli')],
    })
    await read()
    expect(await stateOf('TNT')).toEqual({ id: 'Sevimli.uz', applied: true, by: 'alias' })
    expect((await stateOf('Sevimli'))?.applied).not.toBe(true)
    expect(await rejectMatch(database.db, pair('TNT', 'sevimli.uz'), who)).toMatchObject({ kind: 'decided' })
    expect(await stateOf('TNT')).toBeUndefined()
    await read()
    expect(await stateOf('Sevimli')).toMatchObject({ id: 'Sevimli.uz', applied: true })
  })
})
