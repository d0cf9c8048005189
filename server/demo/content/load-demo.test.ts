import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoChannels, demoWorldChannelIds } from '#db/demo/channels.ts'
import { demoCollections } from '#db/demo/catalogue/collections.ts'
import { demoTitles } from '#db/demo/catalogue/titles.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { channelConfigs, openTelevision } from '#server/television/television.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { type LoadDemoOptions, extendDemoGuide, loadDemo } from './load-demo.ts'

const nowMs = Date.UTC(2026, 2, 10, 9)
const dayMs = 86_400_000
const clock = manualClock(nowMs)
let database: TestDatabase
let imagesDir: string
let options: LoadDemoOptions
let painted = 0

beforeAll(async () => {
  database = await createTestDatabase()
  imagesDir = await mkdtemp(join(tmpdir(), 'ekran-demo-'))
  const pictures = await openPictures({ dir: imagesDir, log: silentLog })
  options = {
    db: database.db,
    clock,
    imagesDir,
    pictures: {
      keepDrawing: (svg) => {
        painted += 1
        return pictures.keepDrawing(svg)
      },
    },
    sourceOf: (feed) => ({ url: `udp://127.0.0.1:1${feed.length}`, protocol: 'udp' }),
  }
})
afterAll(async () => {
  await database.drop()
  await rm(imagesDir, { recursive: true, force: true })
})

it('creates a demo of at least 120 titles and 30 channels, with a guide for all, under its fixed ids', async () => {
  const loaded = await loadDemo(options)
  expect(loaded.titles.added).toBe(demoTitles().length)
  expect(loaded.titles.added).toBeGreaterThanOrEqual(120)
  const catalogue = (await openCatalogue(database.db)).now()
  expect(demoTitles().every(({ vid, name_ru }) => catalogue.title(vid)?.name.ru === name_ru)).toBe(true)
  expect(
    catalogue.content.titles.filter(({ isSeries, seasons }) => isSeries && seasons.length > 0).length,
  ).toBeGreaterThanOrEqual(12)
  expect(catalogue.content.collections.map(({ vids }) => vids)).toEqual(
    demoCollections().map(({ vids }) => vids),
  )
  const television = await openTelevision(database.db, clock)
  const { channels, guide } = television.now()
  expect(channels.length).toBeGreaterThanOrEqual(30)
  for (const { cid } of channels) {
    const own = guide.window(cid, nowMs - 6 * dayMs, nowMs + 6 * dayMs)
    expect(own[0]?.beginMs).toBeLessThanOrEqual(nowMs - 6 * dayMs)
    expect(own.at(-1)?.endMs).toBeGreaterThanOrEqual(nowMs + 6 * dayMs)
    own.forEach((programme, index) =>
      expect(own[index + 1]?.beginMs ?? programme.endMs).toBe(programme.endMs),
    )
  }
  const world = channels
    .filter(({ worldPlace }) => worldPlace !== null)
    .sort((a, b) => (a.worldPlace ?? 0) - (b.worldPlace ?? 0))
  expect(world.map(({ cid }) => cid)).toEqual(demoWorldChannelIds)
  const configs = channelConfigs(television, () => [{ assetId: 'demo-film-1', readyAtMs: nowMs - 1000 }])
  expect(configs.filter(({ kind }) => kind === 'recorded')).toHaveLength(
    demoChannels().filter(({ kind }) => kind === 'recorded').length,
  )
  for (const config of configs) {
    if (config.kind !== 'linear') continue
    const items = config.schedule(nowMs, nowMs + 3_600_000)
    expect(items[0]?.beginMs).toBeLessThanOrEqual(nowMs)
    expect(items.at(-1)?.endMs).toBeGreaterThanOrEqual(nowMs + 3_600_000)
  }
}, 60_000)

it('changes and draws nothing the second time', async () => {
  const before = painted
  const again = await loadDemo(options)
  expect(again).toMatchObject({
    titles: { added: 0, changed: 0 },
    channels: { added: 0, changed: 0, unchanged: demoChannels().length },
    programmes: { added: 0, changed: 0 },
  })
  expect(painted).toBe(before)
  expect(painted).toBeGreaterThan(2 * demoTitles().length)
})

it('extends the guide day by day', async () => {
  clock.advanceMs(3 * dayMs)
  const extended = await extendDemoGuide(database.db, clock)
  expect(extended.changed).toBe(0)
  expect(extended.added).toBeGreaterThan(demoChannels().length * 3 * 10)
})
