import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addRegionGauges, importList, listPlace, openRegion, regionPart, type Region } from './region.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { createLog } from '#server/platform/log/log.ts'
import type { Db } from '#server/platform/database/database.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

const dayMs = 86_400_000
const today = Date.UTC(2026, 10, 20)
let dir = ''
let database: TestDatabase
let db: Db
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-region-'))
  database = await createTestDatabase()
  ;({ db } = database)
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

const opened: Region[] = []
let said: { level: string; event: string }[] = []
const clock = manualClock(today)
afterEach(async () => {
  for (const region of opened.splice(0)) region.close()
  await db.deleteFrom('network_list').execute()
  said = []
  clock.setMs(today)
})

async function open(place: ReturnType<typeof listPlace>, checkEveryMs = 3_600_000) {
  const log = createLog({ level: 'info', form: 'json', write: (line) => void said.push(JSON.parse(line)) })
  const region = await openRegion({ db, place, clock, log, maxDays: 180, checkEveryMs })
  opened.push(region)
  return region
}

function warnings() {
  return said.filter(({ level }) => level === 'warn').length
}

describe('the region', () => {
  it('treats all clients as inside while there is no list, and loads a new one', async () => {
    const place = listPlace(undefined, join(dir, 'new'))
    const region = await open(place, 20)
    expect(region.isInside('8.8.8.8')).toBe(true)
    expect(region.facts()).toBeUndefined()
    expect(await regionPart(region).check()).toEqual({ count: 0, everybody: 'inside' })
    const metrics = createMetrics()
    addRegionGauges(metrics, region)
    expect(await metrics.registry.metrics()).toMatch(/^ekran_network_prefixes_age_days nan$/im)
    metrics.close()
    await writeFile(join(dir, 'given.txt'), '# date: 2026-11-01\n84.54.64.0/19\n2a05:45c0::/32\nnonsense\n')
    const imported = await importList(join(dir, 'given.txt'), { db, place }, false)
    expect(imported).toMatchObject({ kind: 'taken', formerCount: 0, list: { count: 2, badLines: [4] } })
    // By its own check, without a notification.
    await expect.poll(() => region.facts()).toEqual({ count: 2, dateMs: Date.UTC(2026, 10, 1), ageDays: 19 })
    expect(region.audienceOf('8.8.8.8')).toBe('outside')
    expect(region.audienceOf('2a05:45c0::1')).toBe('inside')
  })

  it('[REGION-02] follows the file, and keeps the former list when the file becomes invalid', async () => {
    const path = join(dir, 'prefixes.txt')
    await writeFile(path, '84.54.64.0/19\n')
    const region = await open(listPlace(path, dir))
    expect(region.isInside('84.54.70.1')).toBe(true)
    expect(region.isInside('91.188.128.1')).toBe(false)
    expect(region.isInside('not an address')).toBe(false)
    expect(region.isInside('127.0.0.1')).toBe(true)
    expect(await region.refresh()).toBe('unchanged')

    await writeFile(path, '91.188.128.0/19\n')
    expect(await region.refresh()).toBe('loaded')
    expect(region.audienceOf('84.54.70.1')).toBe('outside')
    expect(region.audienceOf('91.188.128.1')).toBe('inside')

    await writeFile(path, '<html>service unavailable</html>')
    expect(await region.refresh()).toBe('refused')
    await rm(path)
    expect(await region.refresh()).toBe('refused')
    expect(await region.refresh()).toBe('refused')
    // Once per error, not at every check.
    expect(warnings()).toBe(2)
    expect(region.isInside('91.188.128.1')).toBe(true)
    await writeFile(path, '84.54.64.0/19\n')
    expect(await region.refresh()).toBe('loaded')
  })

  it('does not start with a configured list that is invalid', async () => {
    await expect(open(listPlace(join(dir, 'nowhere.txt'), dir))).rejects.toThrow('nowhere.txt')
    await writeFile(join(dir, 'empty.txt'), '# nothing\n')
    await expect(open(listPlace(join(dir, 'empty.txt'), dir))).rejects.toThrow('no prefix')
  })

  it('[REGION-02] warns once a day about an old list, and exports its age as a metric', async () => {
    const path = join(dir, 'old.txt')
    await writeFile(path, '84.54.64.0/19\n')
    await utimes(path, (today - 179.5 * dayMs) / 1000, (today - 179.5 * dayMs) / 1000)
    const region = await open(listPlace(path, dir))
    const metrics = createMetrics()
    addRegionGauges(metrics, region)
    expect(warnings()).toBe(0)
    clock.advanceMs(2 * dayMs)
    for (let hour = 0; hour < 30; hour += 1) {
      await region.refresh()
      clock.advanceMs(3_600_000)
    }
    expect(warnings()).toBe(2)
    expect(await regionPart(region).check()).toEqual({ count: 1, date: '2026-05-24', age_days: 182 })
    const page = await metrics.registry.metrics()
    metrics.close()
    expect(page).toMatch(/^ekran_network_prefixes 1$/m)
    expect(page).toMatch(/^ekran_network_prefixes_age_days 182$/m)
    await writeFile(path, '# date: 2026-11-20\n84.54.64.0/19\n')
    await region.refresh()
    expect(region.facts()?.ageDays).toBe(3)
  })
})

describe('an import of prefixes', () => {
  const list = (count: number) => Array.from({ length: count }, (_, index) => `10.${index}.0.0/16`).join('\n')

  it('[REGION-02] refuses an empty or invalid list, or one that loses more than half, and then changes nothing', async () => {
    const from = join(dir, 'from.txt')
    const place = listPlace(undefined, dir)
    const take = async (text: string, force = false) => {
      await writeFile(from, text)
      const done = await importList(from, { db, place }, force)
      return done.kind === 'taken' ? done.list.count : done.why
    }
    expect(await take(list(100))).toBe(100)
    expect(await take('# date: 2026-11-01\n')).toContain('no prefix')
    expect(await take(`${list(60)}\n${'<p>\n'.repeat(61)}`)).toContain('61 of its lines')
    expect(await take(list(49))).toContain('more than half would be lost')
    expect((await open(place)).facts()?.count).toBe(100)
    expect(await take(list(50))).toBe(50)
    expect(await take(list(3), true)).toBe(3)
    expect(await take('', true)).toContain('no prefix')
    expect((await open(place)).facts()?.count).toBe(3)
    expect(await importList(join(dir, 'none.txt'), { db, place }, true)).toMatchObject({ kind: 'refused' })
    expect(await importList(dir, { db, place }, true)).toMatchObject({ kind: 'refused' })
  })

  it('keeps the date of the file when the list has none', async () => {
    const from = join(dir, 'dated.txt')
    await writeFile(from, '# date: 2026-02-31\n84.54.64.0/19\n')
    await utimes(from, (today - 9 * dayMs) / 1000, (today - 9 * dayMs) / 1000)
    const place = listPlace(undefined, join(dir, 'dated'))
    await importList(from, { db, place }, false)
    expect((await open(place)).facts()).toEqual({ count: 1, dateMs: today - 9 * dayMs, ageDays: 9 })
  })
})
