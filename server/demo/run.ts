/** Prepares the demo after the application is open: content, accounts, a running television source, and the films. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demoChannels } from '#db/demo/channels.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { loadDemo } from './content/load-demo.ts'
import type { Modules } from '#server/api/api.ts'
import { startChildProgram, type ChildProgram } from '#server/platform/process/child-program.ts'
import { noteDemoContent } from '#server/platform/installation/demo-content.ts'
import { accountLines, giveAccounts } from './give-accounts.ts'
import { contentOfDemo } from './content-of-demo.ts'
import { giveCinemas } from './give-cinemas.ts'
import { giveNotices } from './give-notices.ts'
import { giveWatching } from './give-watching.ts'
import { makeDemoFilms, type DemoFilms } from './make-films.ts'
import { preparePictures } from './prepare-pictures.ts'

export interface Demo {
  /** Resolves when there is enough to watch; returns the lines that are printed after the address. */
  prepare(): Promise<readonly string[]>
  close(): Promise<void>
}

const sourcePath = fileURLToPath(new URL('../../emulators/tv-source/main.ts', import.meta.url))
/** With two films every linear channel has content; the others follow while people already watch. */
const enoughFilms = 2
const hourMs = 3_600_000
const archiveMs = 7 * 24 * hourMs

export function createDemo(context: AppContext, modules: Modules): Demo {
  const running: {
    source?: ChildProgram
    films?: DemoFilms
    endPictures?: () => Promise<void>
    closed?: boolean
  } = {}
  context.metrics.gauge(
    'ekran_packaging_waiting',
    'Demo films that are not complete yet',
    () => running.films?.left ?? 0,
  )
  return {
    prepare: async () => {
      const withMedia = context.runs.has('media')
      context.say('Preparing the demo: channels, guide, films, accounts …')
      const ports = { udp: await freeUdpPort(), http: await freeTcpPort() }
      if (withMedia && !running.closed) running.source = startSource(context, ports)
      await noteDemoContent(context.jobDatabase.db, contentOfDemo(context.clock.nowMs()))
      await giveContent(context, modules, ports)
      const accountIds = await giveAccounts(context, modules)
      const notices = await giveNotices(context, modules, accountIds)
      await giveCinemas(context, modules)
      await giveWatching(context, modules, accountIds)
      if (context.runs.has('api') && !running.closed)
        running.endPictures = preparePictures({ ...modules, notices, log: context.log })
      if (withMedia && !running.closed) {
        running.films = startFilms(context, modules)
        if (running.films.left > 0)
          context.say(`Making ${running.films.left} short films; the first ones take half a minute …`)
        await running.films.playable(enoughFilms)
      }
      return accountLines()
    },
    close: async () => {
      running.closed = true
      await Promise.all([running.films?.close(), running.source?.stop(), running.endPictures?.()])
    },
  }
}

async function giveContent(
  context: AppContext,
  modules: Modules,
  ports: { udp: number; http: number },
): Promise<void> {
  await loadDemo({
    db: context.jobDatabase.db,
    clock: context.clock,
    pictures: modules.pictures,
    imagesDir: join(context.dataDir, 'images'),
    sourceOf: (feed) =>
      feed === 'first'
        ? { url: `udp://127.0.0.1:${ports.udp}`, protocol: 'udp' }
        : { url: `http://127.0.0.1:${ports.http}/live.ts`, protocol: 'http-ts' },
  })
  // Reported through the database too, but the next lines depend on it.
  await Promise.all([
    modules.catalogue.reload(),
    modules.television.reloadChannels(),
    modules.television.reloadGuide(),
  ])
}

function startSource({ log, programs }: AppContext, ports: { udp: number; http: number }): ChildProgram {
  const args = ['--udp-port', String(ports.udp), '--http-port', String(ports.http)]
  return startChildProgram(sourcePath, [...args, '--ffmpeg', programs.ffmpegPath, '--tie-to-stdin'], log)
}

function startFilms(context: AppContext, { engine }: Modules): DemoFilms {
  let seeded = false
  return makeDemoFilms({
    engine,
    ffmpegPath: context.programs.ffmpegPath,
    workDir: join(context.dataDir, 'media', 'work'),
    log: context.log,
    say: context.say,
    onPlayable: (assetId) => {
      if (seeded) return
      seeded = true
      void seedRecordings(context, engine, assetId)
    },
  })
}

/** The two recorded channels are new: their past week is filled from a film, so that it can be watched. */
async function seedRecordings(
  { clock, log }: AppContext,
  engine: Modules['engine'],
  assetId: string,
): Promise<void> {
  const nowMs = clock.nowMs()
  const hours = Array.from({ length: archiveMs / hourMs - 1 }, (_, hour) => nowMs - archiveMs + hour * hourMs)
  for (const { cid, kind } of demoChannels()) {
    if (kind !== 'recorded') continue
    // Each filling stores a copy of the film: a week that is already filled stays unchanged.
    if (hours.every((fromMs) => engine.hasRecording(String(cid), fromMs, fromMs + hourMs))) continue
    try {
      await engine.seedRecording(String(cid), assetId, nowMs - archiveMs, nowMs - 60_000)
    } catch (error) {
      log.error('demo.archive_failed', { cid, error })
    }
  }
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

async function freeTcpPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
