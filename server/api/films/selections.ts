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

/** A row that makes itself: the first titles of a list that has an address of its own. */
interface Rule {
  readonly key: string
  readonly name: Words
  readonly page: PageName
  readonly filter: ListFilter
  readonly order: ListOrder
  readonly isFit?: (title: TitleRecord) => boolean
}

/** Fewer would look like a row that was cut off. */
const fewest = 4
/** A genre of fewer has no row of its own. */
const fewestOfGenre = 8
/** More rows of genres than this nobody scrolls through. */
const maxGenres = 8
/** What a screen shows of a row before it is moved. */
const firstPlaces = 6
/** In the first places of so many rows a title may stand. */
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
  // Enough for as many as may have to be moved behind the first places.
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

/** No row of too few titles, and no title in the first places of too many rows. */
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
 * Titles that stood first in as many rows as they may come behind the first places; all else stays in its order. None at
 * all where too few are left for a row.
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

/** The genres with most films, the largest first. */
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

/** The page of the list, with the filters as its address carries them. */
function hrefOf({ page, filter, order }: Rule): string {
  const query = new URLSearchParams({
    ...(filter.genreId === undefined ? {} : { genre: String(filter.genreId) }),
    ...(order === '-popularity' ? {} : { order }),
  }).toString()
  return query === '' ? pathOf(page) : `${pathOf(page)}?${query}`
}
