/** Compares what a folder has with the catalogue: what applying it would change, item by item. */
import { createHash } from 'node:crypto'
import { basename, join, relative } from 'node:path'
import { fold } from '#contract/search/search-folding.ts'
import {
  type PublishedEpisode,
  type PublishedTitle,
  type StoredTitle,
  loadStoredTitles,
  titleNames,
  titlesOfAssets,
} from '#server/catalogue/catalogue.ts'
import type { Fields } from '#server/changes/changes.ts'
import type { PlannedEpisode, PlannedFilm, PlannedSeries } from '#server/imports/nfo/plan-folder.ts'
import type { Doubt, Reason } from '#server/imports/nfo/understand-name.ts'
import {
  type PackagingOrder,
  type PackagingRow,
  packagingBelow,
  packagingRows,
  stampOf,
} from '#server/imports/packaging/packaging.ts'
import type { SavedRefusal } from '#server/imports/source/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FolderContents, ReadTitle } from './read-titles.ts'
import type { FolderMark, Guess } from './tables.ts'
import { upToStored } from './combined-episodes.ts'
import { type Difference, compareEpisode, compareTitle, stampText } from './title-fields.ts'

export interface FolderItem {
  readonly kind: 'new' | 'changed' | 'gone'
  readonly what: 'film' | 'series' | 'episode'
  readonly path: string
  readonly titleKey: string
  readonly titleId: number | null
  readonly label: string
  readonly before: Fields | null
  readonly after: Fields | null
  readonly locked: readonly string[]
  readonly marks: readonly FolderMark[]
  readonly similarTo: string
  readonly reasons: readonly Reason[]
  readonly guess: Guess
  readonly fingerprint: string
}

export interface FolderComparison {
  readonly items: readonly FolderItem[]
  readonly unchanged: number
  readonly refused: readonly SavedRefusal[]
  readonly passed: number
}

/** What is compared with, of the whole catalogue. */
interface Ours {
  readonly stored: ReadonlyMap<string, StoredTitle>
  readonly categories: ReadonlyMap<number, string>
  readonly packaged: ReadonlyMap<string, PackagingRow>
  readonly orders: ReadonlyMap<string, PackagingOrder>
  /** Titles by folded name. */
  readonly named: ReadonlyMap<
    string,
    readonly { readonly vid: number; readonly name: string; readonly year: number }[]
  >
  /** The size and time of files by path; a file that is gone has none. */
  readonly stamps: ReadonlyMap<string, string>
}

/** Compares the titles that were read with those that are stored now. `db`: a transaction, where the result is applied. */
export async function compareTitlesRead(
  db: Db,
  contents: FolderContents,
): Promise<Pick<FolderComparison, 'items' | 'unchanged'>> {
  const ours = await loadOurs(db, contents)
  const items: FolderItem[] = []
  let unchanged = 0
  for (const read of contents.titles) {
    const own =
      read.planned.kind === 'film' ? [filmItem(contents, ours, read)] : seriesItems(contents, ours, read)
    const differing = own.filter((item) => item !== undefined)
    unchanged += own.length - differing.length
    items.push(...differing)
  }
  return { items, unchanged }
}

/** The same with what is gone, refused and passed over. */
export async function compareFolder(db: Db, contents: FolderContents): Promise<FolderComparison> {
  const { scan, plan, reading } = contents
  const { items, unchanged } = await compareTitlesRead(db, contents)
  const named = (files: readonly { readonly path: string; readonly why: string }[]) =>
    files.map(({ path, why }) => ({ where: path, what: '', why }))
  return {
    items: [...items, ...(await goneItems(db, contents))],
    unchanged,
    refused: [...named(scan.refused), ...named(plan.refused), ...named(plan.stray), ...reading.refused],
    passed: scan.passed.length + plan.passed.length + plan.left.length,
  }
}

async function loadOurs(db: Db, { titles, reading, at }: FolderContents): Promise<Ours> {
  const stored = await loadStoredTitles(
    db,
    titles.map(({ title }) => title.key),
  )
  const assets = reading.orders.map(({ assetId }) => assetId)
  const categories = await db.selectFrom('video_category').select(['id', 'name_ru']).execute()
  const stamps = new Map<string, string>()
  for (const path of titles.flatMap(({ planned }) => filesOf(planned))) {
    const stamp = await stampOf(join(at.root, path)).catch(() => undefined)
    if (stamp !== undefined) stamps.set(path, stamp)
  }
  const names = (await titleNames(db)).flatMap(({ id, name_ru, name_uz, name_original, year }) =>
    [...new Set([name_ru, name_uz, name_original].filter((name) => name !== '').map(comparable))].map(
      (key) => ({
        ...{ key, vid: id, name: name_ru || name_uz || name_original, year },
      }),
    ),
  )
  return {
    ...{ stored, stamps, named: Map.groupBy(names, ({ key }) => key) },
    categories: new Map(categories.map(({ id, name_ru: name }) => [id, name])),
    packaged: new Map((await packagingRows(db, assets)).map((row) => [row.asset_id, row])),
    orders: new Map(reading.orders.map((order) => [relative(at.root, order.sourcePath), order])),
  }
}

function comparable(name: string): string {
  return fold(name.toLowerCase()).replace(/[^\p{L}\p{N}]/gu, '')
}

function filesOf(planned: PlannedFilm | PlannedSeries): readonly string[] {
  if (planned.kind === 'film')
    return [...ownFiles(planned), ...(planned.trailer === undefined ? [] : [planned.trailer])]
  return [...seriesFiles(planned), ...planned.episodes.flatMap(ownFiles)]
}

function ownFiles({
  video,
  nfo,
  poster,
  fanart,
  thumb,
  subtitles,
}: PlannedFilm | PlannedEpisode): readonly string[] {
  return [video, nfo, poster, fanart, thumb, ...subtitles.map(({ path }) => path)].filter(
    (path) => path !== undefined,
  )
}

function seriesFiles({ nfo, poster, fanart }: PlannedSeries): readonly string[] {
  return [nfo, poster, fanart].filter((path) => path !== undefined)
}

function nameIn(path: string | undefined): string | undefined {
  return path === undefined ? undefined : basename(path)
}

function filmItem(
  contents: FolderContents,
  ours: Ours,
  { planned, title }: ReadTitle,
): FolderItem | undefined {
  const film = planned as PlannedFilm
  const own = ours.stored.get(title.key)
  const names = { poster: nameIn(film.poster), backdrop: nameIn(film.fanart), trailer: nameIn(film.trailer) }
  const difference = withFile(compareTitle(title, own, names, ours.categories), ours, film.video)
  const about = aboutVideo(contents, film.video)
  const item = titleItem(ours, title, own, difference, about)
  const guess: Guess = {
    ...{ kind: 'film', title: nameOf(title), year: title.year, series: '', season: null, episode: null },
  }
  return item && sealed(ours, { ...item, what: 'film', path: film.video, guess }, filesOf(film))
}

type AboutVideo = ReturnType<typeof aboutVideo>

/** How a video is understood: the files beside it say more than its name, and a correction most of all. */
function aboutVideo({ plan, reading }: FolderContents, video: string, further: readonly Reason[] = []) {
  const understood = plan.understood.get(video)
  const noted = reading.noted.get(video) ?? { reasons: [], doubts: [] }
  const corrected = new Set(
    (understood?.reasons ?? []).filter(({ from }) => from === 'correction').map(({ what }) => what),
  )
  const stated = new Set(further.map(({ what }) => what))
  const beside = noted.reasons.filter(({ what }) => !corrected.has(what) && !stated.has(what))
  const more = [...beside, ...further]
  const replaced = new Set(more.map(({ what }) => what))
  const reasons = [...(understood?.reasons ?? []).filter(({ what }) => !replaced.has(what)), ...more]
  const settled = reading.settled.get(video)
  const doubts: readonly Doubt[] = [...new Set([...(understood?.doubts ?? []), ...noted.doubts])].filter(
    (doubt) => doubt !== settled,
  )
  return { reasons, doubts }
}

type Unsealed = Omit<FolderItem, 'fingerprint'>

/** The title's own item, of a film or a series; undefined when nothing differs. */
function titleItem(
  { named }: Ours,
  title: PublishedTitle,
  own: StoredTitle | undefined,
  difference: Difference,
  { reasons, doubts }: AboutVideo,
): Omit<Unsealed, 'what' | 'path' | 'guess'> | undefined {
  const { before, after, locked } = difference
  if (before !== null && Object.keys(after).length === 0) return undefined
  const same = own === undefined ? similarTo(named, title) : undefined
  const isBack = own?.isDeleted === true
  return {
    kind: before === null ? 'new' : 'changed',
    ...{ titleKey: title.key, titleId: own?.vid ?? null, label: `${nameOf(title)} (${title.year})` },
    ...{ before, after, locked, reasons },
    marks: [
      ...doubts,
      ...(same === undefined ? [] : ['similar' as const]),
      ...(isBack ? ['removed' as const] : []),
    ],
    similarTo: same ?? '',
  }
}

function nameOf({ name }: PublishedTitle): string {
  return name.ru || name.uz || name.original
}

function similarTo(named: Ours['named'], { name, year }: PublishedTitle): string | undefined {
  for (const one of [name.ru, name.uz, name.original].filter((text) => text !== '')) {
    const same = (named.get(comparable(one)) ?? []).find((title) => Math.abs(title.year - year) <= 1)
    const any = same ?? named.get(comparable(one))?.[0]
    if (any !== undefined) return `${any.name} (${any.year})`
  }
  return undefined
}

/** Undefined in the place of what does not differ. */
function seriesItems(
  contents: FolderContents,
  ours: Ours,
  { planned, title }: ReadTitle,
): readonly (FolderItem | undefined)[] {
  const series = planned as PlannedSeries
  const own = ours.stored.get(title.key)
  const first = aboutVideo(contents, series.first)
  const ofSeries = new Set<Reason['what']>(['series', 'year'])
  const about = {
    reasons: first.reasons.filter(({ what }) => ofSeries.has(what)),
    doubts: first.doubts.filter((doubt) => doubt === 'year'),
  }
  const names = { poster: nameIn(series.poster), backdrop: nameIn(series.fanart) }
  const item = titleItem(ours, title, own, compareTitle(title, own, names, ours.categories), about)
  const guess: Guess = {
    ...{ kind: 'episode', title: '', year: title.year, series: nameOf(title), season: null, episode: null },
  }
  const path = series.place
  const head = item && sealed(ours, { ...item, what: 'series', path, guess }, seriesFiles(series))
  const episodes = title.seasons.flatMap((season) =>
    season.episodes.map((delivered) => {
      const inCatalogue = own?.isDeleted === true ? undefined : own?.episodes
      const { episode, reasons: shorter } = upToStored(season.number, delivered, inCatalogue)
      const planOf = series.episodes.find(
        (one) => one.season === season.number && one.episode === episode.number,
      )
      if (planOf === undefined) return undefined
      const stored = inCatalogue?.get(`${season.number} ${episode.number}`)
      const { before, after } = withFile(
        compareEpisode(season.number, episode, stored, { still: nameIn(planOf.thumb) }),
        ours,
        planOf.video,
      )
      if (before !== null && Object.keys(after).length === 0) return undefined
      const { reasons, doubts } = aboutVideo(contents, planOf.video, shorter)
      const name = episode.name.ru || episode.name.uz
      const label = episodeLabel(title, season.number, episode)
      return sealed(
        ours,
        {
          ...{ kind: before === null ? 'new' : 'changed', what: 'episode', path: planOf.video, label },
          ...{ titleKey: title.key, titleId: own?.vid ?? null, before, after, locked: [] },
          ...{
            reasons: reasons.filter(({ what }) => what !== 'year'),
            similarTo: doubleOf(contents, planOf.video),
          },
          marks: doubts.filter((doubt) => doubt !== 'year'),
          guess: {
            ...{ kind: 'episode', title: name, year: null, series: nameOf(title) },
            ...{ season: season.number, episode: episode.number },
          },
        },
        ownFiles(planOf),
      )
    }),
  )
  return [head, ...episodes]
}

/** `Serial S2E5 Name`, `Serial S2E1–4` of a file with several. */
function episodeLabel(
  title: PublishedTitle,
  season: number,
  { number, last, name }: PublishedEpisode,
): string {
  const numbers = last === undefined ? String(number) : `${number}–${last}`
  return [nameOf(title), `S${season}E${numbers}`, name.ru || name.uz].filter(Boolean).join(' ')
}

/** The other file of the same episode. */
function doubleOf({ plan }: FolderContents, video: string): string {
  return plan.refused.find(({ why }) => why === `it is the same episode as ${video}`)?.path ?? ''
}

/** With the file itself and its subtitles, when they were imported before and are others now. */
function withFile(difference: Difference, { orders, packaged }: Ours, video: string): Difference {
  const order = orders.get(video)
  const row = order === undefined ? undefined : packaged.get(order.assetId)
  if (order === undefined || row === undefined || difference.before === null) return difference
  const languages = (subtitles: PackagingRow['subtitles']) => subtitles.map(({ language }) => language)
  const isOther = row.source_stamp !== order.sourceStamp
  const hasOthers = JSON.stringify(row.subtitles) !== JSON.stringify(order.subtitles)
  return {
    before: {
      ...difference.before,
      ...(isOther ? { file: stampText(row.source_stamp) } : {}),
      ...(hasOthers ? { subtitles: languages(row.subtitles) } : {}),
    },
    after: {
      ...difference.after,
      ...(isOther ? { file: stampText(order.sourceStamp) } : {}),
      ...(hasOthers ? { subtitles: languages(order.subtitles) } : {}),
    },
    locked: difference.locked,
  }
}

/** With a fingerprint of the item and its files: what it would change, and from which bytes. */
function sealed({ stamps }: Ours, item: Unsealed, files: readonly string[]): FolderItem {
  const { kind, path, titleId, label, before, after } = item
  const parts = [
    kind,
    path,
    titleId,
    label,
    before,
    after,
    files.map((file) => [file, stamps.get(file) ?? '']),
  ]
  return {
    ...item,
    fingerprint: createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32),
  }
}

/** Titles whose file was imported from here, and is no more, or is understood as something else now. */
async function goneItems(
  db: Db,
  { at, scan, plan, reading }: FolderContents,
): Promise<readonly FolderItem[]> {
  const present = new Set(scan.files)
  const ordered = new Set(reading.orders.map(({ assetId }) => assetId))
  const refused = new Set([...plan.refused, ...scan.refused].map(({ path }) => path))
  for (const { where } of reading.refused) refused.add(where)
  const rows = (await packagingBelow(db, join(at.root, at.folder))).filter(
    ({ asset_id: assetId, source_path: path }) => {
      const here = relative(at.root, path)
      return !ordered.has(assetId) && !(present.has(here) && refused.has(here))
    },
  )
  const vids = await titlesOfAssets(
    db,
    rows.map((row) => row.asset_id),
  )
  return rows.flatMap((row): FolderItem[] => {
    const vid = vids.get(row.asset_id)
    if (vid === undefined) return []
    const path = relative(at.root, row.source_path)
    const guess: Guess = { kind: 'film', title: '', year: null, series: '', season: null, episode: null }
    return [
      {
        ...{ kind: 'gone', what: 'film', path, titleKey: '', titleId: vid, label: row.name },
        ...{
          before: null,
          after: null,
          locked: [],
          similarTo: '',
          reasons: [],
          guess,
          fingerprint: row.asset_id,
        },
        marks: present.has(path) ? ['otherwise'] : [],
      },
    ]
  })
}
