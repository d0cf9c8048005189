import type { Language } from '#contract/form/failures.ts'
import { type PageName, pathOf } from '#contract/form/pages.ts'
import type { Selection } from '#contract/site/site.ts'
import {
  type ListFilter,
  type ListOrder,
  type Snapshot,
  type TitleRecord,
  type Words,
  inLanguage,
} from '#server/catalogue/catalogue.ts'
import { presentTitles } from './present.ts'

/** An automatic row: the first titles of a list that has its own page. */
interface Rule {
  readonly key: string
  readonly name: Words
  readonly page: PageName
  readonly filter: ListFilter
  readonly order: ListOrder
  readonly isFit?: (title: TitleRecord) => boolean
}

/** Shorter rows would look cut off. */
const fewest = 4
/** A smaller genre has no row of its own. */
const fewestOfGenre = 8
/** The maximum number of genre rows. */
const maxGenres = 8
/** How many titles of a row a screen shows before it is scrolled. */
const firstPlaces = 6
/** In how many rows a title may be among the first. */
const byCountDescending = 2
const newForMs = 31 * 86_400_000

/** The rows, each with at most `limit` titles; rows that would be too short are left out. */
export function selectionsOf(
  snapshot: Snapshot,
  language: Language,
  limit: number,
  nowMs: number,
): Selection[] {
  const rules = [...plainRules(nowMs), ...genreRules(snapshot)]
  // Enough to replace the titles that are moved behind the first ones.
  const max = Math.max(limit, firstPlaces) * 4
  const loaded = rules.map((rule) => ({ rule, titles: loadRow(snapshot, rule, language, max) }))
  return presentRows(applyRules(loaded, limit), snapshot, language)
}

interface Row {
  readonly rule: Rule
  readonly titles: readonly TitleRecord[]
}

/** The titles of a row in its order. */
function loadRow(
  snapshot: Snapshot,
  { filter, order, isFit }: Rule,
  language: Language,
  max: number,
): readonly TitleRecord[] {
  const { titles } = snapshot.list({ filter, order, language, page: 1, limit: max })
  return titles.filter((title) => isFit?.(title) ?? true)
}

/** No row of too few titles, and no title among the first of too many rows. */
function applyRules(rows: readonly Row[], limit: number): readonly Row[] {
  const timesFirst = new Map<number, number>()
  return rows.flatMap(({ rule, titles }) => {
    const row = spread(titles, timesFirst).slice(0, limit)
    if (row.length === 0) return []
    for (const { vid } of row.slice(0, firstPlaces)) timesFirst.set(vid, (timesFirst.get(vid) ?? 0) + 1)
    return [{ rule, titles: row }]
  })
}

function presentRows(rows: readonly Row[], snapshot: Snapshot, language: Language): Selection[] {
  return rows.map(({ rule, titles }) => ({
    key: rule.key,
    name: inLanguage(rule.name, language),
    href: hrefOf(rule),
    items: presentTitles(titles, snapshot, language),
  }))
}

/**
 * Titles that are already among the first of the maximum number of rows move behind the first ones; all others keep
 * their order. Empty when too few are left for a row.
 */
function spread(titles: readonly TitleRecord[], timesFirst: ReadonlyMap<number, number>): TitleRecord[] {
  const [fresh, seen]: [TitleRecord[], TitleRecord[]] = [[], []]
  for (const title of titles)
    ((timesFirst.get(title.vid) ?? 0) < byCountDescending ? fresh : seen).push(title)
  if (fresh.length < firstPlaces) return fresh.length < fewest ? [] : fresh
  return [
    ...fresh.slice(0, firstPlaces),
    ...titles.filter((title) => !fresh.slice(0, firstPlaces).includes(title)),
  ]
}

function plainRules(nowMs: number): readonly Rule[] {
  return [
    {
      key: 'new',
      name: { ru: 'Новое за месяц', uz: 'Shu oydagi yangiliklar' },
      page: 'newMovies',
      filter: { kind: 'films' },
      order: '-added',
      isFit: ({ addedAtMs }) => addedAtMs > nowMs - newForMs && addedAtMs <= nowMs,
    },
    {
      key: 'popular',
      name: { ru: 'Чаще всего смотрят', uz: 'Eng koʻp koʻrilayotgan' },
      page: 'newMovies',
      filter: { kind: 'films' },
      order: '-popularity',
    },
    {
      key: 'serials',
      name: { ru: 'Популярные сериалы', uz: 'Ommabop seriallar' },
      page: 'serials',
      filter: { kind: 'serials' },
      order: '-popularity',
    },
    {
      key: 'best',
      name: { ru: 'Лучшее по оценкам', uz: 'Eng yuqori baholangan' },
      page: 'newMovies',
      filter: { kind: 'films' },
      order: '-rating',
      isFit: ({ ratingKp }) => ratingKp !== null,
    },
    {
      key: 'kids',
      name: { ru: 'Детям', uz: 'Bolalarga' },
      page: 'kids',
      filter: { kind: 'kids' },
      order: '-popularity',
    },
  ]
}

/** The genres with the most films, the largest first. */
function genreRules(snapshot: Snapshot): readonly Rule[] {
  return snapshot
    .facets({ kind: 'films' })
    .genres.filter(({ count }) => count >= fewestOfGenre)
    .slice(0, maxGenres)
    .map(({ id }) => ({
      key: `genre-${id}`,
      name: { ru: snapshot.genreName(id, 'ru'), uz: snapshot.genreName(id, 'uz') },
      page: 'newMovies',
      filter: { kind: 'films', genreId: id },
      order: '-popularity',
    }))
}

/** The page of the list, with the filters in its address. */
function hrefOf({ page, filter, order }: Rule): string {
  const query = new URLSearchParams({
    ...(filter.genreId === undefined ? {} : { genre: String(filter.genreId) }),
    ...(order === '-popularity' ? {} : { order }),
  }).toString()
  return query === '' ? pathOf(page) : `${pathOf(page)}?${query}`
}
