/** Recording needs neither the API process nor the database: both are killed while it continues. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { importChannels } from '#server/imports/m3u/import-channels.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { loadChannels } from '#server/television/television.ts'
import { freePort, startProduct, type Product } from '#tests/kit/product/product.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-goes-on-'))
const longMs = 120_000
let database: EmbeddedPostgres
let source: ChildProcess
let sourceUrl = ''
let recorder: Product
let answering: Product

function startDatabase(): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dir: join(dir, 'pg'), log: silentLog, throwAway: true })
}

beforeAll(async () => {
  database = await startDatabase()
  const [udpPort, httpPort] = [await freePort(), await freePort()]
  const ports = ['--udp-port', String(udpPort), '--http-port', String(httpPort)]
  source = spawn(process.execPath, ['emulators/tv-source/main.ts', ...ports], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (source.stdout !== null) await once(source.stdout, 'data')
  sourceUrl = `http://127.0.0.1:${httpPort}/live.ts`
  const { socketDir, user, database: name } = database.location
  const env = {
    DATABASE_URL: `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`,
    EKRAN_DEMO: 'off',
  }
  // The operator copies the secrets from one folder to the next.
  for (const part of ['media', 'api']) mkdirSync(join(dir, part))
  await loadSecrets(join(dir, 'media'), systemRandom)
  copyFileSync(join(dir, 'media', 'secrets.json'), join(dir, 'api', 'secrets.json'))
  const start = (part: string): Promise<Product> =>
    startProduct({ dataDir: join(dir, part), args: ['--only', part], env, readyLimitMs: 200_000 })
  recorder = await start('media')
  answering = await start('api')
}, 400_000)

afterAll(async () => {
  await recorder?.stop()
  await answering?.stop()
  source?.kill('SIGKILL')
  await database?.stop()
  rmSync(dir, { recursive: true, force: true })
}, 60_000)

/** Adds one more channel to the recorder; returns its archive, as another process reads it. */
async function addChannel(key: string): Promise<ChannelArchive> {
  const opened = openDatabase({
    location: database.location,
    log: silentLog,
    connections: 1,
    applicationName: 'ekran test',
    statementTimeoutMs: 10_000,
  })
  try {
    const list = `#EXTM3U\n#EXTINF:-1 tvg-id="${key}",${key}\n${sourceUrl}?${key}\n`
    await importChannels(opened.db, {
      name: 'list.m3u',
      bytes: Buffer.from(list),
      record: true,
      nowMs: Date.now(),
    })
    const channel = (await loadChannels(opened.db)).find(({ name }) => name.ru === key || name.uz === key)
    const channelDir = join(dir, 'media', 'media', 'live', String(channel?.cid))
    return new ChannelArchive({ dir: channelDir, archiveMs: 86_400_000, clock: Date.now, role: 'reads' })
  } finally {
    await opened.close()
  }
}

async function grows(archive: ChannelArchive, byMs: number): Promise<void> {
  const fromMs = archive.endMs() ?? 0
  await waitFor(() => (archive.endMs() ?? 0) > fromMs + byMs, longMs)
}

it(
  '[DRILL-01] continues while the API process is killed, and while the database is',
  { timeout: 600_000 },
  async () => {
    const first = await addChannel('first')
    await waitFor(() => first.endMs() !== undefined, longMs)
    answering.process.kill('SIGKILL')
    await once(answering.process, 'exit')
    await grows(first, 4000)

    process.kill(database.pid, 'SIGKILL')
    await database.ended
    const killedMs = Date.now()
    await grows(first, 8000)
    expect(recorder.process.exitCode).toBeNull()
    // Not only the same as before: what was recorded after the end of the database is there, without a gap.
    const since = first.window('v', killedMs, Date.now())
    expect(since.length).toBeGreaterThan(0)
    expect(since.filter(({ gap }) => gap)).toEqual([])

    // And it gets a new channel once the database is back.
    database = await startDatabase()
    const second = await addChannel('second')
    await waitFor(() => second.endMs() !== undefined, longMs)
    await grows(first, 2000)
  },
)
