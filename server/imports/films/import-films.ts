import { access, constants, readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { type PublishedFile, type PublishedTitle, publishTitles } from '#server/catalogue/catalogue.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { SavedSubtitle } from '#server/imports/source/tables.ts'
import { decodeText } from '#server/imports/source/decode-text.ts'
import type { Nfo } from '#server/imports/nfo/parse-nfo.ts'
import {
  type PlannedFile,
  type PlannedFilm,
  type PlannedSeries,
  planFolder,
} from '#server/imports/nfo/plan-folder.ts'
import { nfoOfEpisode } from '#server/imports/nfo/nfo-of-episode.ts'
import { nameNotReadable, reasonOf, scanFolder } from '#server/imports/source/scan-folder.ts'
import { subtitleLanguage } from '#server/imports/nfo/subtitle-language.ts'
import {
  type PackagingOrder,
  saveOrders,
  packagingRows,
  reasonBeside,
  stampOf,
} from '#server/imports/packaging/packaging.ts'
import { readNfo } from '#server/imports/nfo/read-nfo.ts'
import { type ImportReport, type Refusal, failedReport } from '#server/imports/source/import-report.ts'
import { type ReadBeside, assetIdOf, filmTitle, seriesTitle } from '#server/imports/nfo/title-of-plan.ts'

export interface ImportFilmsOptions {
  readonly folder: string
  readonly pictures: Pick<Pictures, 'store'>
  /**
   * Tries files again that were refused before, or taken out of the queue, and have not changed since: all of them, or
   * those for which it is true by their path in the folder.
   */
  readonly again: boolean | ((path: string) => boolean)
  readonly nowMs: number
  /** Which files are imported, by their path in the folder; all when absent. */
  takes?(path: string): boolean
}

export interface FilmsImport {
  readonly report: ImportReport
  /** The assets to package now, in order. */
  readonly assetIds: readonly string[]
}

/** Imports the films and series of a folder: publishes them and writes packaging orders. */
export async function importFilms(db: Db, options: ImportFilmsOptions): Promise<FilmsImport> {
  const title = `Films from ${options.folder}`
  let root: string
  let scan: Awaited<ReturnType<typeof scanFolder>>
  try {
    root = await realpath(options.folder)
    scan = await scanFolder(root)
  } catch (error) {
    return { report: failedReport(title, reasonOf(error)), assetIds: [] }
  }
  const takes = (path: string) => options.takes?.(path) ?? true
  const plan = planFolder(scan.files.filter(takes))
  // Files of a film that is not imported yet are not stray.
  const stray = (options.takes === undefined ? plan : planFolder(scan.files)).stray
  const reading = new FolderReading(db, root, options)
  const wrong = [...scan.refused, ...plan.refused, ...stray.filter(({ path }) => takes(path))]
  for (const { path, why } of wrong) reading.refuse(path, '', why)
  reading.leave(plan.left)
  reading.pass(scan.passed.filter(({ path }) => takes(path)))
  reading.pass(plan.passed)
  const titles: PublishedTitle[] = []
  for (const planned of plan.titles) {
    const read = planned.kind === 'film' ? await reading.film(planned) : await reading.series(planned)
    if (read !== undefined) titles.push(read)
  }
  const outcomes = await publishTitles(db, titles, options.nowMs)
  const todo = await reading.keepOrders()
  const count = (kind: string) => outcomes.filter(({ outcome }) => outcome === kind).length
  const files = reading.orders.length
  return {
    report: {
      title,
      sums: [
        ['new', count('added')],
        ['changed', count('changed')],
        ['unchanged', count('unchanged')],
        ['files in them', files],
        ['to be packaged', todo.length],
        ['samples and extras left', plan.left.length],
        ['other files passed over', reading.passed.length],
      ],
      passed: reading.passed,
      refused: reading.refused,
      notes:
        titles.length + reading.refused.length === 0
          ? ['There is no video in this folder.', ...reading.notes]
          : reading.notes,
      failed: titles.length === 0,
    },
    assetIds: todo,
  }
}

/** Reads the files of one folder's titles, and collects the refused ones. */
class FolderReading {
  readonly refused: Refusal[] = []
  readonly passed: Refusal[] = []
  readonly notes: string[] = []
  readonly orders: PackagingOrder[] = []
  readonly #db: Db
  readonly #root: string
  readonly #options: ImportFilmsOptions

  constructor(db: Db, root: string, options: ImportFilmsOptions) {
    this.#db = db
    this.#root = root
    this.#options = options
  }

  refuse(where: string, what: string, why: string): void {
    this.refused.push({ where, what, why })
  }

  /** Reported by name: a file meant as a film may be named like an extra. */
  leave(paths: readonly string[]): void {
    this.pass(paths.map((path) => ({ path, why: 'a sample or an extra by its name; call a film otherwise' })))
  }

  /** Files that do not belong to an import: one line each, and no error. */
  pass(files: readonly { readonly path: string; readonly why: string }[]): void {
    for (const { path, why } of files) this.passed.push({ where: path, what: '', why })
  }

  async film(film: PlannedFilm): Promise<PublishedTitle | undefined> {
    const key = this.#key(film.video.replace(/\.[^./]+$/, ''))
    const beside = await this.#beside(film)
    const name = beside.nfo?.title ?? film.name
    if (this.#hasWrongWindow(film.nfo, name, beside)) return undefined
    const file = await this.#order(film.video, assetIdOf(key), name, film.subtitles)
    if (file === undefined) return undefined
    const trailer =
      film.trailer === undefined
        ? undefined
        : await this.#order(film.trailer, assetIdOf(key, 'trailer'), `${name}, trailer`, [])
    const year = await this.#fallbackYear(film.video, name, beside.nfo?.year ?? film.year)
    return filmTitle(film, key, beside, { film: file, ...(trailer === undefined ? {} : { trailer }) }, year)
  }

  async series(series: PlannedSeries): Promise<PublishedTitle | undefined> {
    const key = this.#key(series.place)
    const beside = await this.#beside({ ...series, thumb: undefined })
    const name = beside.nfo?.title ?? series.name
    if (this.#hasWrongWindow(series.nfo, name, beside)) return undefined
    const episodes = []
    for (const episode of series.episodes) {
      const part = `S${episode.season}E${episode.episode}`
      const file = await this.#order(
        episode.video,
        assetIdOf(key, part),
        `${name} ${part}`,
        episode.subtitles,
      )
      if (file === undefined) continue
      const own = await this.#beside(
        { nfo: episode.nfo, poster: undefined, fanart: undefined, thumb: episode.thumb },
        (parts) => nfoOfEpisode(parts, episode),
      )
      episodes.push({ episode, beside: own, file })
    }
    const [first] = episodes
    if (first === undefined) return undefined
    const year = await this.#fallbackYear(first.episode.video, name, beside.nfo?.year ?? series.year)
    return seriesTitle(series, key, beside, episodes, year)
  }

  /** Stores the orders and returns which of them must be worked on. */
  async keepOrders(): Promise<readonly string[]> {
    const rows = new Map(
      (
        await packagingRows(
          this.#db,
          this.orders.map(({ assetId }) => assetId),
        )
      ).map((row) => [row.asset_id, row]),
    )
    const todo = this.orders.filter((order) => {
      const row = rows.get(order.assetId)
      const same =
        row?.source_stamp === order.sourceStamp &&
        JSON.stringify(row.subtitles) === JSON.stringify(order.subtitles)
      const isRemoved = row?.state === 'removed' && this.#isAgain(relative(this.#root, order.sourcePath))
      return !same || row?.state === 'refused' || isRemoved
    })
    await saveOrders(this.#db, todo, this.#options.nowMs)
    // Includes orders that an interrupted run left behind.
    const waiting = this.orders.filter(({ assetId }) =>
      /waiting|running/.test(rows.get(assetId)?.state ?? ''),
    )
    return [...new Set([...todo, ...waiting].map(({ assetId }) => assetId))]
  }

  /** A packaging order; undefined when the file is refused. */
  async #order(
    video: string,
    assetId: string,
    name: string,
    subtitles: PlannedFile['subtitles'],
  ): Promise<PublishedFile | undefined> {
    const sourcePath = join(this.#root, video)
    let stamp: string
    try {
      await access(sourcePath, constants.R_OK)
      stamp = await stampOf(sourcePath)
      if (stamp.startsWith('0 ')) throw new Error('the file is empty')
    } catch (error) {
      this.refuse(video, name, video.includes('\uFFFD') ? nameNotReadable : reasonOf(error))
      return undefined
    }
    const [before] = await packagingRows(this.#db, [assetId])
    if (before?.state === 'refused' && before.source_stamp === stamp && !this.#isAgain(video)) {
      const remedy =
        this.#options.takes === undefined
          ? 'it was tried before, --again tries it once more'
          : 'put it right, and it is taken again'
      this.refuse(video, name, `${reasonBeside(before)}; ${remedy}`)
      return undefined
    }
    this.orders.push({
      assetId,
      name,
      sourcePath,
      folder: this.#root,
      sourceStamp: stamp,
      subtitles: await this.#subtitles(subtitles),
    })
    return { assetId, durationMs: 0 }
  }

  async #subtitles(planned: PlannedFile['subtitles']): Promise<SavedSubtitle[]> {
    const saved: SavedSubtitle[] = []
    for (const { path, suffix } of planned) {
      try {
        const text = decodeText(await readFile(join(this.#root, path)))
        const language = subtitleLanguage(suffix, text)
        if (language === undefined)
          this.refuse(path, 'subtitles', 'their language cannot be told; name them <film>.ru.srt')
        else saved.push({ path: join(this.#root, path), language })
      } catch (error) {
        this.refuse(path, 'subtitles', reasonOf(error))
      }
    }
    return saved
  }

  async #beside(
    plan: Pick<PlannedFile, 'nfo' | 'poster' | 'fanart' | 'thumb'>,
    choose: (parts: readonly [Nfo, ...Nfo[]]) => Nfo = ([first]) => first,
  ): Promise<ReadBeside> {
    return {
      nfo: await this.#nfo(plan.nfo, choose),
      poster: await this.#picture(plan.poster),
      backdrop: await this.#picture(plan.fanart),
      still: await this.#picture(plan.thumb),
    }
  }

  /**
   * A title with an invalid window is not imported: listed too early or too long, it would violate its agreed dates.
   */
  #hasWrongWindow(path: string | undefined, name: string, { nfo }: ReadBeside): boolean {
    if (nfo === undefined || !('wrong' in nfo.window)) return false
    this.refuse(path ?? '', name, nfo.window.wrong)
    return true
  }

  async #nfo(
    path: string | undefined,
    choose: (parts: readonly [Nfo, ...Nfo[]]) => Nfo,
  ): Promise<Nfo | undefined> {
    if (path === undefined) return undefined
    try {
      const read = await readNfo(await readFile(join(this.#root, path)))
      if (read.kind === 'nfo') return choose(read.parts)
      this.refuse(path, 'description', read.why)
    } catch (error) {
      this.refuse(path, 'description', reasonOf(error))
    }
    return undefined
  }

  async #picture(path: string | undefined): Promise<string | null> {
    if (path === undefined) return null
    try {
      const stored = await this.#options.pictures.store(await readFile(join(this.#root, path)))
      if (stored.kind === 'stored') return stored.version
      this.refuse(path, 'picture', stored.reason)
    } catch (error) {
      this.refuse(path, 'picture', reasonOf(error))
    }
    return null
  }

  /** The file's year when no other source has one; reported, because it is a guess. */
  async #fallbackYear(video: string, name: string, stated: number | null): Promise<number> {
    if (stated !== null) return stated
    const year = (await stat(join(this.#root, video))).mtime.getFullYear()
    this.notes.push(`${name}: neither an NFO nor the name says a year; ${year}, the file's own, was taken.`)
    return year
  }

  #isAgain(path: string): boolean {
    const { again } = this.#options
    return typeof again === 'boolean' ? again : again(path)
  }

  #key(place: string): string {
    return `folder:${basename(this.#root)}/${place}`
  }
}
