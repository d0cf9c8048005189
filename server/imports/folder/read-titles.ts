/** Reads a folder as films and series without publishing anything. */
import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PublishedTitle } from '#server/catalogue/catalogue.ts'
import { loadNaming } from '#server/imports/films/naming-rules.ts'
import { loadSeriesPlaces } from '#server/imports/films/series-places.ts'
import { FolderReading, type PictureStore, keyOfPlace } from '#server/imports/films/read-folder.ts'
import type { Naming } from '#server/imports/nfo/naming.ts'
import {
  type FolderPlan,
  type PlannedFilm,
  type PlannedSeries,
  planBelow,
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
  const plan = await planAt(db, at, { scan, naming, signal })
  const pictures = new HashedPictures()
  const reading = new FolderReading(db, root, {
    ...{ again: false, nowMs, takes: () => true, naming, pictures },
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

/** The plan of what is below the folder, beside the series elsewhere that corrections in it name. */
async function planAt(
  db: Db,
  { root, folder }: FolderAt,
  {
    scan,
    naming,
    signal,
  }: { readonly scan: FolderScan; readonly naming: Naming; readonly signal: AbortSignal },
): Promise<FolderPlan> {
  const stored = await loadSeriesPlaces(db, root, naming)
  const own = planFolder(scan.files, naming, { stored })
  if (folder === '') return own
  const places = new Set(
    [...own.understood.values()].flatMap(({ named, isCorrected }) =>
      isCorrected && named.kind === 'episode' ? (stored.get(named.series.toLowerCase()) ?? []) : [],
    ),
  )
  const files = new Set(scan.files)
  for (const place of places) {
    if (`${place}/`.startsWith(`${folder}/`) || !(await isFolderBelow(root, place))) continue
    const maxFiles = maxFolderFiles - files.size
    for (const path of (await scanFolder(root, { below: place, maxFiles, signal })).files) files.add(path)
  }
  return files.size === scan.files.length
    ? own
    : planBelow(planFolder([...files], naming, { stored }), folder)
}

/** Whether a place is a folder, as a scan of the whole root would find it. */
async function isFolderBelow(root: string, place: string): Promise<boolean> {
  if (place.split('/').some((part) => part === '' || part.startsWith('.'))) return false
  const path = join(root, place)
  const real = await realpath(path).catch(() => undefined)
  return real === path && (await stat(path)).isDirectory()
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
