import { lastPage } from '#server/api/context/pages.ts'
import { type ParsedOf, respond } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import type { films } from '#contract/films/films.ts'
import { readCursor, writeCursor, type ListFilter, type Snapshot } from '#server/catalogue/catalogue.ts'
import { filmCard } from './present.ts'

type Input = ParsedOf<typeof films.publicList>

/** A page of a list; `among`: only these, in this order unless another one is asked for. */
export function listTitles(snapshot: Snapshot, input: Input, language: Language, among?: readonly number[]) {
  const defaultValue = among === undefined ? '-popularity' : 'own'
  const order = input.trend === 1 ? '-popularity' : (input.order ?? defaultValue)
  const isFurther = input.after !== undefined && input.after !== ''
  const after = isFurther ? readCursor(input.after ?? '', order, language) : undefined
  if (isFurther && after === undefined)
    return { kind: 'refused', failure: 'invalid_input', values: { fields: 'after' } } as const
  const filter = filterOf(input)
  const own = among === undefined ? {} : { among }
  const { titles, total, next } = snapshot.list({
    filter,
    order,
    language,
    page: input.page,
    limit: input.limit,
    ...own,
    ...(after === undefined ? {} : { after }),
  })
  return respond({
    videos: { item: titles.map((title) => filmCard(title, snapshot, language)) },
    total,
    page: input.page,
    last_page: lastPage(total, input.limit),
    next: next === undefined ? '' : writeCursor(next, order, language),
    facets: input.facets === 1 ? snapshot.facets(filter, among) : null,
  })
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
