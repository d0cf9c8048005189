/** Two processes with media over one database and one folder: what one cannot record any more, the other does. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { balanceNodes, drainNode, listMediaNodes } from '#server/channel-leases/channel-leases.ts'
import { importChannels } from '#server/imports/m3u/import-channels.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { loadChannels } from '#server/television/television.ts'
import { readReport } from '#server/monitoring/monitoring.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { startSocketRelay, type SocketRelay } from '#tests/kit/database/socket-relay.ts'
import { startTvSource, type TvSource } from '#tests/kit/media/tv-source.ts'
import { startProduct, type Product, type ProductOptions } from '#tests/kit/product/product.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'

const channelCount = 4
/** The promises: recorded elsewhere after ten seconds, a hole of twelve. The machine of a test has other work too. */
const [takeoverMs, holeMs] = [10_000, 12_000]
/** An outage of the database, and what may be missing because of it on a busy machine: it would be nine seconds without a claim. */
const [outageMs, outageHoleMs] = [12_000, 6000]

let database: TestDatabase
/** Between the processes and the database. */
let relay: SocketRelay
let source: TvSource
const dataDir = mkdtempSync(join(tmpdir(), 'ekran-media-'))
const running: Product[] = []
let options: ProductOptions
let cids: readonly string[] = []

const startNode = async () => {
  const product = await startProduct(options)
  running.push(product)
  return product
}

beforeAll(async () => {
  database = await createTestDatabase()
  source = await startTvSource()
  await loadSecrets(dataDir, systemRandom)
  const { user, database: name } = database.location
  relay = await startSocketRelay(database.location.socketDir)
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(relay.socketDir)}`
  const lines = Array.from(
    { length: channelCount },
    (_, place) => `#EXTINF:-1 tvg-id="c${place}",Channel ${place}\n${source.url}?channel=${place}\n`,
  )
  const list = Buffer.from(`#EXTM3U\n${lines.join('')}`)
  await importChannels(database.db, { name: 'list.m3u', bytes: list, record: true, nowMs: Date.now() })
  cids = (await loadChannels(database.db)).map(({ cid }) => String(cid))
  const env = { DATABASE_URL: url, EKRAN_DEMO: 'off' }
  options = { dataDir, args: ['--only', 'media'], env, readyLimitMs: 240_000 }
}, 120_000)

afterAll(async () => {
  for (const product of running) product.process.kill('SIGKILL')
  await source.stop()
  await relay.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

function archiveOf(cid: string): ChannelArchive {
  const dir = join(dataDir, 'media', 'live', cid)
  return new ChannelArchive({ dir, archiveMs: 86_400_000, clock: Date.now, role: 'reads' })
}

async function counts(): Promise<readonly number[]> {
  return (await listMediaNodes(database.db)).map(({ channelIds }) => channelIds.length).toSorted()
}

/** When a channel has something that was recorded after a moment; the time from then on. */
async function recordedAgain(channelIds: readonly string[], fromMs: number): Promise<number> {
  await waitFor(() => channelIds.every((cid) => (archiveOf(cid).liveEdgeMs() ?? 0) > fromMs + 1000), 60_000)
  return Date.now() - fromMs
}

const channelsOf = async (product: Product) => {
  const port = new URL(product.url).port
  return (await listMediaNodes(database.db)).find(({ name }) => name.endsWith(`:${port}`))?.channelIds ?? []
}

/** The longest hole of each channel since a moment; fails on a record that overlaps the one before. */
function holesSince(fromMs: number): number {
  const holes = cids.map((cid) => {
    const archive = archiveOf(cid)
    const [lead = ''] = [archive.leadRendition ?? '']
    const records = archive.rendition(lead).window(fromMs, Date.now())
    let longest = 0
    for (let place = 1; place < records.length; place++) {
      const betweenMs = records.beginMs(place) - records.endMs(place - 1)
      expect(betweenMs, `${cid}: record ${place} of ${records.length}`).toBeGreaterThan(-50)
      longest = Math.max(longest, betweenMs)
    }
    return longest
  })
  return Math.max(...holes)
}

describe('two processes with media', () => {
  it('[NODE-01] [DRILL-01] share the channels; what a killed or frozen one recorded, the other records', async () => {
    const first = await startNode()
    await waitFor(() => cids.every((cid) => archiveOf(cid).liveEdgeMs() !== undefined), 60_000)
    const beganMs = Date.now()
    const second = await startNode()
    await balanceNodes(database.db)
    await waitFor(async () => (await counts()).join() === '2,2', 60_000)
    await recordedAgain(cids, Date.now())

    // Longer than a lease: neither can know from the database what the other one does.
    relay.cut()
    const cutMs = Date.now()
    await recordedAgain(cids, cutMs + outageMs)
    expect(holesSince(cutMs)).toBeLessThan(outageHoleMs)
    relay.mend()
    await recordedAgain(cids, Date.now() + 4000)
    await waitFor(async () => (await listMediaNodes(database.db)).every(({ isLive }) => isLive), 30_000)
    expect(await counts()).toEqual([2, 2])
    expect(holesSince(cutMs)).toBeLessThan(outageHoleMs)

    const ofFirst = await channelsOf(first)
    first.process.kill('SIGKILL')
    const killedMs = Date.now()
    await waitFor(async () => (await channelsOf(second)).length === channelCount, 60_000)
    const takenMs = Date.now() - killedMs
    const againMs = await recordedAgain(ofFirst, killedMs)
    console.info(`killed: taken after ${takenMs} ms, recorded after ${againMs} ms`)
    expect(takenMs).toBeLessThan(takeoverMs)

    const third = await startNode()
    await balanceNodes(database.db)
    await waitFor(async () => (await counts()).join() === '2,2', 60_000)
    await recordedAgain(cids, Date.now())
    const ofThird = await channelsOf(third)
    third.process.kill('SIGSTOP')
    const frozenMs = Date.now()
    await waitFor(async () => (await channelsOf(second)).length === channelCount, 60_000)
    const frozenTakenMs = Date.now() - frozenMs
    const frozenAgainMs = await recordedAgain(ofThird, frozenMs + 1000)
    console.info(`frozen: taken after ${frozenTakenMs} ms, recorded after ${frozenAgainMs} ms`)
    expect(frozenTakenMs).toBeLessThan(takeoverMs)
    third.process.kill('SIGCONT')
    // It wakes with seconds of video that it may not write any more.
    await recordedAgain(cids, Date.now() + 4000)
    expect(third.output()).toContain('leases.lost')
    await waitFor(async () => (await counts()).join() === '0,4', 10_000)

    // It comes from one of them, with what the others tell.
    const states = async () => (await readReport(database.db))?.channels.map(({ state }) => state)
    await waitFor(async () => (await states())?.join() === cids.map(() => 'recording').join(), 60_000)

    await second.stop()
    const stoppedMs = Date.now()
    console.info(`stopped: recorded after ${await recordedAgain(cids, stoppedMs)} ms`)
    const hole = holesSince(beganMs)
    console.info(`longest hole ${hole} ms`)
    expect(hole).toBeLessThan(holeMs)
  }, 600_000)

  it('[NODE-01] empty a drained one, and refuse one with another folder', async () => {
    const [left] = running.slice(-1)
    const more = await startNode()
    const name =
      (await listMediaNodes(database.db)).find(({ channelIds }) => channelIds.length > 0)?.name ?? ''
    expect(await drainNode(database.db, name)).toBe('changed')
    await waitFor(async () => (await channelsOf(more)).length === channelCount, 60_000)
    const dir = mkdtempSync(join(tmpdir(), 'ekran-elsewhere-'))
    try {
      // The same secrets: only the media folder is another one.
      copyFileSync(join(dataDir, 'secrets.json'), join(dir, 'secrets.json'))
      await expect(startProduct({ ...options, dataDir: dir })).rejects.toThrow(/another media folder/)
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
    expect(await left?.stop()).toBe(0)
    expect(await more.stop()).toBe(0)
    expect(await listMediaNodes(database.db)).toMatchObject([{ name, isDrained: true, isLive: false }])
  }, 400_000)

  it('[NODE-01] report a channel for which none has room as one without a signal', async () => {
    const env = { ...options.env, EKRAN_MEDIA_CHANNELS: '3' }
    const full = await startProduct({ ...options, env })
    running.push(full)
    const waiting = async () =>
      ((await readReport(database.db))?.channels ?? []).filter(({ problems = [] }) =>
        problems.some(({ kind }) => kind === 'no_signal'),
      )
    await waitFor(async () => (await waiting()).length === channelCount - 3, 120_000)
    expect(await waiting()).toMatchObject([{ level: 'bad', words: 'no process with media has room for it' }])
    await waitFor(() => full.output().includes('leases.channels_unleased'), 60_000)
    expect(await full.stop()).toBe(0)
  }, 400_000)
})
