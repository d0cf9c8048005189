/** Reads a folder as films and series without publishing anything. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { PublishedTitle } from '#server/catalogue/catalogue.ts'
import { loadNaming } from '#server/imports/films/naming-rules.ts'
import { FolderReading, type PictureStore, keyOfPlace } from '#server/imports/films/read-folder.ts'
import {
  type FolderPlan,
  type PlannedFilm,
  type PlannedSeries,
  planFolder,
} from '#server/imports/nfo/plan-folder.ts'
import { type FolderScan, scanFolder } from '#server/imports/source/scan-folder.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Pictures } from '#server/pictures/pictures.ts'

/** More files take longer than somebody waits; a folder in it may be looked through. */
export const maxFolderFiles = 20_000

/** A folder to look through: `folder` is relative to `root`, which has no links. */
export interface FolderAt {
  readonly root: string
  readonly folder: string
}

export interface ReadTitle {
  readonly planned: PlannedFilm | PlannedSeries
  /** Pictures are hashes of their bytes. */
  readonly title: PublishedTitle
}

export interface FolderContents {
  readonly at: FolderAt
  readonly scan: FolderScan
  readonly plan: FolderPlan
  readonly reading: FolderReading
  readonly titles: readonly ReadTitle[]
  /** The files of pictures, by the hashes of their bytes. */
  readonly pictures: HashedPictures
}

/** Keys of the titles that are read, all without; ended by `signal`. Throws when the folder cannot be read. */
export async function readTitles(
  db: Db,
  at: FolderAt,
  options: {
    readonly nowMs: number
    readonly signal: AbortSignal
    isMeant?(key: string): boolean
  },
): Promise<FolderContents> {
  const { root, folder } = at
  const { signal, nowMs, isMeant = () => true } = options
  const scan = await scanFolder(root, { below: folder, maxFiles: maxFolderFiles, signal })
  const naming = await loadNaming(db, root)
  const plan = planFolder(scan.files, naming)
  const pictures = new HashedPictures()
  const reading = new FolderReading(db, root, {
    ...{ again: false, nowMs, takes: () => true, naming, pictures, understood: plan.understood },
  })
  const titles: ReadTitle[] = []
  for (const planned of plan.titles) {
    signal.throwIfAborted()
    if (!isMeant(keyOfPlanned(root, planned))) continue
    const title = await (planned.kind === 'film' ? reading.film(planned) : reading.series(planned))
    if (title !== undefined) titles.push({ planned, title })
  }
  return { at, scan, plan, reading, titles, pictures }
}

export function keyOfPlanned(root: string, planned: PlannedFilm | PlannedSeries): string {
  return keyOfPlace(root, planned.kind === 'film' ? planned.video.replace(/\.[^./]+$/, '') : planned.place)
}

/** Stores no picture: its version is the hash of its bytes, with which every version begins. */
export class HashedPictures implements PictureStore {
  readonly #paths = new Map<string, string>()

  store(bytes: Buffer, path: string) {
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 20)
    this.#paths.set(version, path)
    return Promise.resolve({ kind: 'stored' as const, version, width: 0, height: 0 })
  }

  /** Stores the picture; null when it is gone, differs by now or is refused. */
  async keep(hash: string | null, pictures: Pick<Pictures, 'store'>): Promise<string | null> {
    const path = this.#paths.get(hash ?? '')
    if (hash === null || path === undefined) return null
    const bytes = await readFile(path).catch(() => undefined)
    if (bytes === undefined) return null
    const stored = await pictures.store(bytes)
    return stored.kind === 'stored' && stored.version.startsWith(hash) ? stored.version : null
  }
}

/** The title with its pictures stored. */
export async function withPictures(
  title: PublishedTitle,
  hashed: HashedPictures,
  pictures: Pick<Pictures, 'store'>,
): Promise<PublishedTitle> {
  const seasons = []
  for (const season of title.seasons) {
    const episodes = []
    for (const episode of season.episodes)
      episodes.push({ ...episode, still: await hashed.keep(episode.still, pictures) })
    seasons.push({ ...season, episodes })
  }
  const poster = await hashed.keep(title.poster, pictures)
  return { ...title, poster, backdrop: await hashed.keep(title.backdrop, pictures), seasons }
}
