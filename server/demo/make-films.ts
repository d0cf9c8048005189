/**
 * Creates and packages the demo's films, one after another in the background, and reports when enough of them play.
 */
import { rm, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { demoFilms, type DemoFilm } from '#db/demo/catalogue/films.ts'
import { makeDemoFilm } from '#db/demo/film/make-film.ts'
import type { Engine } from '#media/media.ts'
import type { Log } from '#server/platform/log/log.ts'
import { collectGarbage } from '#server/platform/process/collect-garbage.ts'

export interface DemoFilmsOptions {
  readonly engine: Engine
  readonly ffmpegPath: string
  /** The films' source files are here while they are needed. */
  readonly workDir: string
  readonly log: Log
  /** Prints a line for the terminal user. */
  readonly say: (line: string) => void
  /** A film became playable, or was so already. */
  readonly onPlayable: (assetId: string) => void
}

export interface DemoFilms {
  /** Resolves when `count` films can be played, or when there is nothing more to wait for. */
  playable(count: number): Promise<void>
  /** Films that are not complete yet. */
  readonly left: number
  close(): Promise<void>
}

/** Two at once keep both cores of the smallest machine busy: creating a film uses one, packaging both. */
const atOnce = 2

export function makeDemoFilms(options: DemoFilmsOptions): DemoFilms {
  const { engine, log } = options
  const abort = new AbortController()
  const isComplete = ({ assetId }: DemoFilm) => engine.describeAsset(assetId)?.complete === true
  const playing = new Set<string>()
  const waiting: { count: number; resolve: () => void }[] = []
  const becamePlayable = (assetId: string) => {
    if (playing.has(assetId)) return
    playing.add(assetId)
    options.onPlayable(assetId)
    for (const one of waiting) if (playing.size >= one.count) one.resolve()
  }
  const films = demoFilms()
  for (const { assetId } of films) if (engine.describeAsset(assetId) !== undefined) becamePlayable(assetId)
  const queue = films.filter((film) => !isComplete(film))
  let left = queue.length
  const worker = async () => {
    for (let film = queue.shift(); film !== undefined && !abort.signal.aborted; film = queue.shift()) {
      await makeOne(options, film, abort.signal, becamePlayable).catch((error: unknown) => {
        if (!abort.signal.aborted) log.error('demo.film_failed', { assetId: film?.assetId, error })
      })
      left -= 1
    }
  }
  const done = Promise.all(Array.from({ length: atOnce }, worker)).then(() => {
    for (const one of waiting) one.resolve()
    collectGarbage()
  })
  return {
    playable: (count) =>
      playing.size >= count
        ? Promise.resolve()
        : Promise.race([done, new Promise<void>((resolve) => waiting.push({ count, resolve }))]),
    get left() {
      return left
    },
    close: async () => {
      abort.abort()
      await done
    },
  }
}

async function makeOne(
  { engine, ffmpegPath, workDir, say }: DemoFilmsOptions,
  film: DemoFilm,
  signal: AbortSignal,
  becamePlayable: (assetId: string) => void,
): Promise<void> {
  await mkdir(workDir, { recursive: true })
  const source = join(workDir, `${film.assetId}.mkv`)
  await makeDemoFilm({ film, outFile: source, ffmpegPath, signal })
  const outcome = await engine.packageAsset({
    assetId: film.assetId,
    sourcePath: source,
    encoderEffort: 'fast',
    signal,
    markers: [
      { kind: 'intro', beginMs: film.introBeginSec * 1000, endMs: film.introEndSec * 1000 },
      { kind: 'titles', beginMs: film.titlesBeginSec * 1000, endMs: film.titlesEndSec * 1000 },
    ],
    onProgress: ({ playable }) => {
      if (playable) becamePlayable(film.assetId)
    },
  })
  await rm(source, { force: true })
  if (outcome.kind === 'refused') throw new Error(`${outcome.reason}: ${outcome.words}`)
  becamePlayable(film.assetId)
  say(`  film “${film.name_ru}” is ready`)
}
