import { extraProviderId } from '#contract/form/constants.ts'
import type { Language } from '#contract/form/failures.ts'
import type { Facets } from '#contract/films/films.ts'
import { atOnce, isPause, type Sliced } from '#server/platform/concurrency/in-slices.ts'
import { Bitmap } from './lists/bitmap.ts'
import { type ListCursor, ownMark } from './lists/list-cursor.ts'
import { type ListFilter, type FilterIndex, indexFilters } from './lists/list-filters.ts'
import {
  type CurrentOrdering,
  type ListOrder,
  indexOrders,
  orderName,
  OrderMemory,
} from './lists/list-orders.ts'
import type {
  CatalogueContent,
  CollectionRecord,
  FileRecord,
  SeasonRecord,
  TitleRecord,
} from './titles/title.ts'
import { inLanguage } from './titles/words.ts'
import { type CataloguePart, type ShowsTitle, partOf } from './catalogue-part.ts'

export interface ListRequest {
  readonly filter: ListFilter
  /** `own`: in the order of `among`. */
  readonly order: ListOrder | 'own'
  readonly language: Language
  /** From 1; ignored together with `after`. */
  readonly page: number
  readonly limit: number
  /** The end of the previous page. */
  readonly after?: ListCursor
  /** Only these, by vid: a viewer's own. */
  readonly among?: readonly number[]
}

export interface TitlePage {
  readonly titles: readonly TitleRecord[]
  readonly total: number
  /** The end of this page; undefined when nothing follows. */
  readonly next: ListCursor | undefined
}

/** The context of a snapshot besides its content. */
export interface Moment {
  /** Whether a title is listed now. Without it every title is. */
  isListed?(title: TitleRecord): boolean
  /** The title with only the seasons and episodes that are listed now; itself where all are. Without it all are. */
  openParts?(title: TitleRecord): TitleRecord
  /** Stores the orders that lists started with, across snapshots. */
  readonly orders?: OrderMemory
}

/** What is known of the profile that a snapshot is for. */
export interface LimitedCatalogue {
  /** Shown, but opened by the PIN only. */
  isLocked(title: TitleRecord): boolean
  /** Whether it is shown what nobody rated: news and other words of the staff. */
  readonly showsUnrated: boolean
}

/** One snapshot of the catalogue, indexed for reading. Immutable; a newer one replaces it. */
export interface Snapshot {
  /** What is listed now: without titles that are not listed, also in collections. */
  readonly content: CatalogueContent
  list(request: ListRequest): TitlePage
  /** How many titles each further filter value would leave. */
  facets(filter: ListFilter, among?: readonly number[]): Facets
  title(vid: number): TitleRecord | undefined
  /** Listed or not: a client with the address of a title may read it. Its seasons and episodes are those listed now. */
  anyTitle(vid: number): TitleRecord | undefined
  /** Listed or not, with all its seasons and episodes. */
  wholeTitle(vid: number): TitleRecord | undefined
  isListed(vid: number): boolean
  /** Whether a file belongs to a title that is listed, and to no season or episode that is not. */
  isFileListed(vfid: number): boolean
  titleByKey(key: string): TitleRecord | undefined
  season(seasonId: number): { readonly title: TitleRecord; readonly season: SeasonRecord } | undefined
  /** The file with its title, listed or not. */
  file(vfid: number): { readonly title: TitleRecord; readonly file: FileRecord } | undefined
  collection(id: number): CollectionRecord | undefined
  /** The titles of a person, the most popular first. */
  titlesOfPerson(personId: number): readonly TitleRecord[]
  genreName(id: number, language: Language): string
  providerName(id: number): string
  /** The same catalogue with only the titles that `shows` accepts, in lists, counts, people and collections too. */
  within(shows: ShowsTitle): Snapshot
  /** Present where only a part is shown to a profile. */
  readonly limited?: LimitedCatalogue
}

/** Indexes `everything` in one go. */
export function indexCatalogue(everything: CatalogueContent, moment: Moment = {}): Snapshot {
  return atOnce(indexing(everything, moment))
}

/** Indexes `everything`: one bitmap per filter value, one permutation per order. */
export function* indexing(everything: CatalogueContent, moment: Moment = {}): Sliced<Snapshot> {
  const opened = yield* openedOf(everything, moment)
  const content = listedOf(opened, everything, moment)
  yield
  // A title's position is its rank by popularity, so that the most common order needs no permutation.
  const titles = content.titles.toSorted((a, b) => b.popularity - a.popularity || a.vid - b.vid)
  yield
  const filters = yield* indexFilters(titles)
  const memory = moment.orders ?? new OrderMemory()
  const orders = yield* indexOrders(titles, memory)
  const byVid = yield* mapped(titles, (title, index) => [title.vid, index] as const)
  const all = yield* mapped(opened.titles, (title) => [title.vid, title] as const)
  const whole =
    opened === everything ? all : yield* mapped(everything.titles, (title) => [title.vid, title] as const)
  const byKey = yield* mapped(opened.titles, (title) => [title.key, title] as const)
  const parts = yield* indexParts(opened.titles)
  // Plays and complaints are of files that are not listed any more too.
  const files = opened === everything ? parts.files : (yield* indexParts(everything.titles)).files
  const people = yield* indexPeople(titles)
  const names: string[] = []
  for (const [index, { name }] of titles.entries()) {
    if (isPause(index)) yield
    names.push(foldName(`${name.ru}\n${name.uz}\n${name.original}`))
  }
  const indexes = { filters, memory, orders, byVid, all, whole, byKey, parts, files, people, names }
  return snapshotOf({ content, titles, ...indexes })
}

/** The indexes that responses are built from. */
interface Indexed {
  readonly content: CatalogueContent
  /** In the order of their positions. */
  readonly titles: readonly TitleRecord[]
  readonly filters: FilterIndex
  readonly memory: OrderMemory
  readonly orders: (order: ListOrder, language: Language) => CurrentOrdering
  readonly byVid: ReadonlyMap<number, number>
  readonly all: ReadonlyMap<number, TitleRecord>
  readonly whole: ReadonlyMap<number, TitleRecord>
  readonly byKey: ReadonlyMap<string, TitleRecord>
  /** Those that are listed now. */
  readonly parts: Parts
  readonly files: Parts['files']
  readonly people: ReadonlyMap<number, readonly number[]>
  readonly names: readonly string[]
}

function snapshotOf(indexed: Indexed, part?: CataloguePart): Snapshot {
  const { titles, filters, memory, orders, byVid, all, whole, byKey, parts, files, people, names } = indexed
  const content = part?.content ?? indexed.content
  const shown = (title: TitleRecord | undefined) =>
    title === undefined || part?.shows(title) === false ? undefined : title
  const ofShown = <Match extends { readonly title: TitleRecord }>(match: Match | undefined) =>
    shown(match?.title) === undefined ? undefined : match
  const genres = new Map(content.genres.map((genre) => [genre.id, genre.name]))
  const providers = new Map(content.providers.map((provider) => [provider.id, provider.name]))
  const collections = new Map(content.collections.map((collection) => [collection.id, collection]))
  const ofVids = (vids: readonly number[]) =>
    Bitmap.of(
      titles.length,
      vids.map((vid) => byVid.get(vid)),
    )
  /** The filters without a prebuilt bitmap. */
  const furtherOf = (filter: ListFilter, among: readonly number[] | undefined): readonly Bitmap[] => [
    ...(part === undefined ? [] : [part.places]),
    ...(among === undefined ? [] : [ofVids(among)]),
    ...(filter.collectionId === undefined ? [] : [ofVids(collections.get(filter.collectionId)?.vids ?? [])]),
    ...(filter.personId === undefined ? [] : [Bitmap.of(titles.length, people.get(filter.personId) ?? [])]),
    ...(filter.query === undefined || filter.query === '' ? [] : [named(names, foldName(filter.query))]),
  ]
  return {
    content,
    list: (request) => {
      const result = filters.matching(request.filter, furtherOf(request.filter, request.among))
      const { indexes, next } = pageOf(result, walkOf(request, byVid, orders, memory), request.limit)
      return { titles: indexes.flatMap((index) => titles[index] ?? []), total: result.count(), next }
    },
    facets: (filter, among) => filters.facets(filter, furtherOf(filter, among)),
    title: (vid) => shown(titles[byVid.get(vid) ?? -1]),
    anyTitle: (vid) => shown(all.get(vid)),
    wholeTitle: (vid) => shown(whole.get(vid)),
    isListed: (vid) => shown(titles[byVid.get(vid) ?? -1]) !== undefined,
    isFileListed: (vfid) =>
      shown(titles[byVid.get(parts.files.get(vfid)?.title.vid ?? 0) ?? -1]) !== undefined,
    titleByKey: (key) => shown(byKey.get(key)),
    season: (seasonId) => ofShown(parts.seasons.get(seasonId)),
    file: (vfid) => ofShown(files.get(vfid)),
    collection: (id) => collections.get(id),
    titlesOfPerson: (personId) => (people.get(personId) ?? []).flatMap((index) => shown(titles[index]) ?? []),
    genreName: (id, language) => inLanguage(genres.get(id) ?? { ru: '', uz: '' }, language),
    providerName: (id) => providers.get(id) ?? '',
    within: (shows) => snapshotOf(indexed, partOf(indexed, shows)),
  }
}

/** How to walk a list: in the current order from a page on, or from a cursor in the order it started with. */
function walkOf(
  { order, language, after, among, page, limit }: ListRequest,
  byVid: ReadonlyMap<number, number>,
  orders: (order: ListOrder, language: Language) => CurrentOrdering,
  memory: OrderMemory,
): Walk {
  const first = after === undefined ? { rank: 0, skip: (page - 1) * limit } : undefined
  if (order === 'own') return ownWalk(among ?? [], byVid, after, first)
  const ordering = orders(order, language)
  if (after === undefined || after.mark === ordering.mark)
    return currentWalk(ordering, first ?? { rank: (after?.rank ?? 0) + 1, skip: 0 })
  const former = memory.find(orderName(order, language), after.mark)
  if (former === undefined) return currentWalk(ordering, { rank: ordering.rankAfter(after), skip: 0 })
  return {
    mark: former.mark,
    keyAt: former.keyAt,
    size: former.vids.length,
    indexAt: (rank) => byVid.get(former.vids[rank] ?? 0),
    rank: after.rank + 1,
    skip: 0,
  }
}

/** The content with only the seasons and episodes that are listed now; itself where all are. */
function* openedOf(everything: CatalogueContent, { openParts }: Moment): Sliced<CatalogueContent> {
  if (openParts === undefined) return everything
  const titles: TitleRecord[] = []
  let isSame = true
  for (const [index, title] of everything.titles.entries()) {
    if (isPause(index)) yield
    const opened = openParts(title)
    if (opened !== title) isSame = false
    titles.push(opened)
  }
  return isSame ? everything : { ...everything, titles }
}

/** The content without titles that are not listed now. */
function listedOf(
  opened: CatalogueContent,
  { titles: whole }: CatalogueContent,
  { isListed }: Moment,
): CatalogueContent {
  if (isListed === undefined) return opened
  const titles = opened.titles.filter((_, index) => {
    const title = whole[index]
    return title !== undefined && isListed(title)
  })
  if (titles.length === opened.titles.length) return opened
  const vids = new Set(titles.map(({ vid }) => vid))
  const collections = opened.collections.map((collection) => ({
    ...collection,
    vids: collection.vids.filter((vid) => vids.has(vid)),
  }))
  return { ...opened, titles, collections }
}

/** The positions of each person's titles. There are far more people than filters: a bitmap each would take 200 MB. */
function* indexPeople(titles: readonly TitleRecord[]): Sliced<ReadonlyMap<number, readonly number[]>> {
  const indexes = new Map<number, number[]>()
  for (const [index, { credits }] of titles.entries()) {
    if (isPause(index)) yield
    for (const { personId } of credits) {
      const own = indexes.get(personId)
      if (own === undefined) indexes.set(personId, [index])
      else if (own.at(-1) !== index) own.push(index)
    }
  }
  return indexes
}

function* mapped<Item, Key, Value>(
  items: readonly Item[],
  entryOf: (item: Item, index: number) => readonly [Key, Value],
): Sliced<ReadonlyMap<Key, Value>> {
  const map = new Map<Key, Value>()
  for (const [index, item] of items.entries()) {
    if (isPause(index)) yield
    map.set(...entryOf(item, index))
  }
  return map
}

/**
 * Providers with the fixed extra one of id 3 last (specification, 3: "a fixed extra provider with id 3 is appended").
 */
export function listedProviders(content: CatalogueContent): CatalogueContent['providers'] {
  const extra = content.providers.filter((provider) => provider.id === extraProviderId)
  return [...content.providers.filter((provider) => provider.id !== extraProviderId), ...extra]
}

/** A walk through the titles in an order, from a start position. */
interface Walk extends Pick<CurrentOrdering, 'mark' | 'keyAt'> {
  readonly size: number
  /** Undefined when the title at this rank is no longer listed. */
  indexAt(rank: number): number | undefined
  /** The first rank, and how many matching titles to skip first. */
  readonly rank: number
  readonly skip: number
}

type Begin = Pick<Walk, 'rank' | 'skip'>

function currentWalk(ordering: CurrentOrdering, begin: Begin): Walk {
  const { indexes, vids, mark, keyAt } = ordering
  const indexAt = indexes === undefined ? (rank: number) => rank : (rank: number) => indexes[rank]
  return { mark, keyAt, size: vids.length, indexAt, ...begin }
}

/** Continues behind the last title, or at its rank when it is no longer in the viewer's list. */
function ownWalk(
  vids: readonly number[],
  byVid: ReadonlyMap<number, number>,
  after: ListCursor | undefined,
  first: Begin | undefined,
): Walk {
  const last = after === undefined ? -1 : vids.indexOf(after.vid)
  return {
    mark: ownMark,
    keyAt: (rank) => ({ value: 0, popularity: 0, vid: vids[rank] ?? 0 }),
    size: vids.length,
    indexAt: (rank) => byVid.get(vids[rank] ?? 0),
    ...(first ?? { rank: last === -1 ? (after?.rank ?? 0) : last + 1, skip: 0 }),
  }
}

function pageOf(
  bitmap: Bitmap,
  walk: Walk,
  limit: number,
): { indexes: number[]; next: ListCursor | undefined } {
  const indexes: number[] = []
  let seen = 0
  let lastRank = 0
  for (let { rank } = walk; rank < walk.size; rank += 1) {
    const index = walk.indexAt(rank)
    if (index === undefined || !bitmap.has(index)) continue
    seen += 1
    if (seen <= walk.skip) continue
    if (indexes.length === limit)
      return { indexes, next: { mark: walk.mark, rank: lastRank, ...walk.keyAt(lastRank) } }
    indexes.push(index)
    lastRank = rank
  }
  return { indexes, next: undefined }
}

function named(names: readonly string[], requested: string): Bitmap {
  const result = new Bitmap(names.length)
  names.forEach((name, index) => {
    if (name.includes(requested)) result.add(index)
  })
  return result
}

interface Parts {
  readonly seasons: ReadonlyMap<number, { readonly title: TitleRecord; readonly season: SeasonRecord }>
  readonly files: ReadonlyMap<number, { readonly title: TitleRecord; readonly file: FileRecord }>
}

function* indexParts(titles: readonly TitleRecord[]): Sliced<Parts> {
  const seasons = new Map<number, { title: TitleRecord; season: SeasonRecord }>()
  const files = new Map<number, { title: TitleRecord; file: FileRecord }>()
  for (const [index, title] of titles.entries()) {
    if (isPause(index)) yield
    for (const file of title.files) files.set(file.vfid, { title, file })
    for (const season of title.seasons) {
      seasons.set(season.seasonId, { title, season })
      for (const { file } of season.episodes) files.set(file.vfid, { title, file })
    }
  }
  return { seasons, files }
}

/** Lower case, ё as е, without the Uzbek apostrophes in any of their writings. */
function foldName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[ʻʼ'’‘`]/g, '')
    .trim()
}
