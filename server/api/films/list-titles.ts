/**
 * Lists of titles, in steps: ids → load → present. No rules apply: titles that are not listed now are not in the
 * snapshot, and a card is independent of its viewer.
 */
import { lastPage } from '#server/api/context/pages.ts'
import { type ParsedOf, reject, respond } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import type { films } from '#contract/films/films.ts'
import {
  readCursor,
  writeCursor,
  type ListFilter,
  type Snapshot,
  type TitleRecord,
} from '#server/catalogue/catalogue.ts'
import { presentTitles } from './present.ts'

type Input = ParsedOf<typeof films.publicList>

/** A page of a list; `among`: only these, in this order unless another one is requested. */
export function listTitles(snapshot: Snapshot, input: Input, language: Language, among?: readonly number[]) {
  const ids = listIds(snapshot, input, language, among)
  if (ids.kind === 'refused') return reject('invalid_input', { values: { fields: 'after' } })
  const { vids, total, next } = ids
  return respond({
    videos: { item: presentTitles(loadTitles(snapshot, vids), snapshot, language) },
    total,
    page: input.page,
    last_page: lastPage(total, input.limit),
    next,
    facets: input.facets === 1 ? snapshot.facets(filterOf(input), among) : null,
  })
}

type ListedIds =
  | {
      readonly kind: 'listed'
      readonly vids: readonly number[]
      readonly total: number
      /** The cursor of the next page; '' when nothing follows. */
      readonly next: string
    }
  /** Its cursor is invalid. */
  | { readonly kind: 'refused' }

function listIds(snapshot: Snapshot, input: Input, language: Language, among?: readonly number[]): ListedIds {
  const order =
    input.trend === 1 ? '-popularity' : (input.order ?? (among === undefined ? '-popularity' : 'own'))
  const isFurther = input.after !== undefined && input.after !== ''
  const after = isFurther ? readCursor(input.after ?? '', order, language) : undefined
  if (isFurther && after === undefined) return { kind: 'refused' }
  const { titles, total, next } = snapshot.list({
    filter: filterOf(input),
    order,
    language,
    page: input.page,
    limit: input.limit,
    ...(among === undefined ? {} : { among }),
    ...(after === undefined ? {} : { after }),
  })
  return {
    kind: 'listed',
    vids: titles.map(({ vid }) => vid),
    total,
    next: next === undefined ? '' : writeCursor(next, order, language),
  }
}

/** Those that are listed now, in the order of their ids. */
export function loadTitles(snapshot: Snapshot, vids: readonly number[]): readonly TitleRecord[] {
  return vids.flatMap((vid) => snapshot.title(vid) ?? [])
}

function filterOf(input: Input): ListFilter {
  return {
    ...(input.category === undefined ? {} : { category: input.category }),
    ...(input.kind === undefined ? {} : { kind: input.kind }),
    ...(input.genre_id === undefined ? {} : { genreId: input.genre_id }),
    ...(input.video_provider === undefined ? {} : { providerId: input.video_provider }),
    ...(input.country === undefined ? {} : { country: input.country }),
    ...(input.year === undefined ? {} : { years: input.year.split(',').map(Number) }),
    ...(input.rating === undefined ? {} : { rating: input.rating }),
    ...(input.collection === undefined ? {} : { collectionId: input.collection }),
    ...(input.person === undefined ? {} : { personId: input.person }),
    ...(input.query === undefined ? {} : { query: input.query }),
  }
}
