import { access, constants, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { PublishedFile, PublishedTitle } from '#server/catalogue/catalogue.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { SavedSubtitle } from '#server/imports/source/tables.ts'
import { decodeText } from '#server/imports/source/decode-text.ts'
import type { Naming } from '#server/imports/nfo/naming.ts'
import type { Nfo } from '#server/imports/nfo/parse-nfo.ts'
import type { PlannedFile } from '#server/imports/nfo/files-beside.ts'
import type { PlannedEpisode, PlannedFilm, PlannedSeries } from '#server/imports/nfo/plan-folder.ts'
import { lastOfNfo, nfoOfEpisode } from '#server/imports/nfo/nfo-of-episode.ts'
import { nameNotReadable, reasonOf } from '#server/imports/source/scan-folder.ts'
import { readSubtitleLanguage } from '#server/imports/nfo/subtitle-language.ts'
import {
  type PackagingOrder,
  saveOrders,
  packagingRows,
  reasonBeside,
  stampOf,
} from '#server/imports/packaging/packaging.ts'
import { readNfo } from '#server/imports/nfo/read-nfo.ts'
import type { Refusal } from '#server/imports/source/import-report.ts'
import { type ReadBeside, assetIdOf, filmTitle, seriesTitle } from '#server/imports/nfo/title-of-plan.ts'
import type { Doubt, Reason } from '#server/imports/nfo/understand-name.ts'

/** Which files of a folder are read again. */
export interface FolderTries {
  /**
   * Tries files again that were refused before, or taken out of the queue, and have not changed since: all of them, or
   * those for which it is true by their path in the folder.
   */
  readonly again: boolean | ((path: string) => boolean)
  readonly nowMs: number
  /** Which files are imported, by their path in the folder; all when absent. */
  takes?(path: string): boolean
}

export interface ReadingOptions extends FolderTries {
  readonly pictures: PictureStore
  readonly naming: Naming
}

/** Where pictures go; a look through a folder stores none. */
export interface PictureStore {
  /** `path`: of the file. */
  store(bytes: Buffer, path: string): ReturnType<Pictures['store']>
}

/** Reads the files of one folder's titles, and collects the refused ones. */
export class FolderReading {
  readonly refused: Refusal[] = []
  readonly passed: Refusal[] = []
  readonly notes: string[] = []
  readonly orders: PackagingOrder[] = []
  /** What the files beside a video say about it, by the video's path. */
  /** A doubt about a video that an NFO beside another one has ended. */
  readonly settled = new Map<string, Doubt>()
  readonly noted = new Map<string, { readonly reasons: Reason[]; readonly doubts: Doubt[] }>()
  readonly #db: Db
  readonly #root: string
  readonly #options: ReadingOptions

  constructor(db: Db, root: string, options: ReadingOptions) {
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
    const read = await this.#beside(film)
    if (read.nfo !== undefined && read.nfo.title !== '')
      this.#note(film.video, reasonOfNfo('title', read.nfo.title, film.nfo))
    if (read.nfo?.year != null) this.#note(film.video, reasonOfNfo('year', String(read.nfo.year), film.nfo))
    const beside = this.#asCorrected(read, film.video)
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
    const beside = this.#asNamed(await this.#beside({ ...series, thumb: undefined }), series)
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
      const { covered, beside: own } = await this.#episode(series, episode)
      episodes.push({ episode: covered, beside: this.#asCorrected(own, episode.video), file })
    }
    if (episodes.length === 0) return undefined
    const year = await this.#fallbackYear(series.first, name, beside.nfo?.year ?? series.year)
    return seriesTitle(series, key, beside, episodes, year)
  }

  /** What stands beside an episode, with the last one that its file covers. */
  async #episode(series: PlannedSeries, episode: PlannedEpisode) {
    const { video, nfo, thumb } = episode
    const next = series.episodes.find((one) => one.season === episode.season && one.episode > episode.episode)
    let covered = episode
    const beside = await this.#beside({ nfo, poster: undefined, fanart: undefined, thumb }, (parts) => {
      covered = { ...episode, last: lastOfNfo(parts, episode, next?.episode) }
      if (parts.length > 1 && episode.last === episode.episode) this.#note(video, undefined, 'several')
      return nfoOfEpisode(parts, covered)
    })
    if (beside.nfo !== undefined && beside.nfo.title !== '')
      this.#note(video, reasonOfNfo('title', beside.nfo.title, nfo))
    if (covered.last > episode.last) {
      this.#note(video, reasonOfNfo('episode', `${covered.episode}–${covered.last}`, nfo))
      // What the NFO describes is not missing before the next file.
      if (next !== undefined && next.episode === covered.last + 1) this.settled.set(next.video, 'jump')
    }
    return { covered, beside }
  }

  /** Stores the orders and returns which of them must be worked on. `db`: the transaction that publishes them. */
  async keepOrders(
    db: Db = this.#db,
    isMeant: (assetId: string) => boolean = () => true,
  ): Promise<readonly string[]> {
    const orders = this.orders.filter(({ assetId }) => isMeant(assetId))
    const rows = new Map(
      (
        await packagingRows(
          db,
          orders.map(({ assetId }) => assetId),
        )
      ).map((row) => [row.asset_id, row]),
    )
    const todo = orders.filter((order) => {
      const row = rows.get(order.assetId)
      const same =
        row?.source_stamp === order.sourceStamp &&
        JSON.stringify(row.subtitles) === JSON.stringify(order.subtitles)
      const isRemoved = row?.state === 'removed' && this.#isAgain(relative(this.#root, order.sourcePath))
      return !same || row?.state === 'refused' || isRemoved
    })
    await saveOrders(db, todo, this.#options.nowMs)
    // Includes orders that an interrupted run left behind.
    const waiting = orders.filter(({ assetId }) => /waiting|running/.test(rows.get(assetId)?.state ?? ''))
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
      subtitles: await this.#subtitles(video, subtitles),
    })
    return { assetId, durationMs: 0 }
  }

  async #subtitles(video: string, planned: PlannedFile['subtitles']): Promise<SavedSubtitle[]> {
    const { subtitles: ruled = {} } = this.#options.naming.folder(dirname(video).replace(/^\.$/, ''))
    const saved: SavedSubtitle[] = []
    for (const { path, suffix } of planned) {
      try {
        const text = decodeText(await readFile(join(this.#root, path)))
        const rule = ruled[suffix.toLowerCase()]
        const read =
          rule === undefined
            ? readSubtitleLanguage(suffix, text)
            : { language: rule, from: 'rule' as const, isDoubtful: false }
        if (read === undefined)
          this.refuse(path, 'subtitles', 'their language cannot be told; name them <film>.ru.srt')
        else {
          const { language, from, isDoubtful } = read
          saved.push({ path: join(this.#root, path), language })
          const reason: Reason = { what: 'language', value: language, from, by: basename(path) }
          this.#note(video, reason, isDoubtful ? 'language' : undefined)
        }
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
      const stored = await this.#options.pictures.store(
        await readFile(join(this.#root, path)),
        join(this.#root, path),
      )
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
    this.#note(video, { what: 'year', value: String(year), from: 'time', by: '' }, 'year')
    this.notes.push(`${name}: neither an NFO nor the name says a year; ${year}, the file's own, was taken.`)
    return year
  }

  #note(video: string, reason?: Reason, doubt?: Doubt): void {
    const noted = this.noted.get(video) ?? { reasons: [], doubts: [] }
    if (reason !== undefined) noted.reasons.push(reason)
    if (doubt !== undefined && !noted.doubts.includes(doubt)) noted.doubts.push(doubt)
    this.noted.set(video, noted)
  }

  /** What the staff said of this file counts more than its NFO. */
  #asCorrected(beside: ReadBeside, video: string): ReadBeside {
    const { title, year } = this.#options.naming.file(video) ?? {}
    const { nfo } = beside
    if (nfo === undefined || (title === undefined && year === undefined)) return beside
    return { ...beside, nfo: { ...nfo, title: title ?? nfo.title, year: year ?? nfo.year } }
  }

  /** A series that the staff named has that name, whatever its NFO says. */
  #asNamed(beside: ReadBeside, { name, isNamed }: PlannedSeries): ReadBeside {
    if (beside.nfo === undefined || !isNamed) return beside
    return { ...beside, nfo: { ...beside.nfo, title: name } }
  }

  #isAgain(path: string): boolean {
    const { again } = this.#options
    return typeof again === 'boolean' ? again : again(path)
  }

  #key(place: string): string {
    return keyOfPlace(this.#root, place)
  }
}

/** The key of the title at a place below the root: of a film its path without the form, of a series its folder. */
export function keyOfPlace(root: string, place: string): string {
  return `folder:${basename(root)}/${place}`
}

function reasonOfNfo(what: 'title' | 'year' | 'episode', value: string, path = ''): Reason {
  return { what, value, from: 'nfo', by: basename(path) }
}
