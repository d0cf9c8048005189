/**
 * The synthetic catalogue with the fields that lists are filtered by: kinds, genres, countries, providers and ratings.
 */
import { countries } from '#contract/form/countries.ts'
import type { CatalogueContent } from '#server/catalogue/catalogue.ts'
import { createDice, type Dice } from '#bench/kit/seeded-random.ts'
import { madeUpContent } from '#bench/search/made-up-library.ts'

const seed = 20_261_122
const genreCount = 24
const providerCount = 12

/** `size` titles; the same for the same size. */
export function madeUpCatalogue(size: number): CatalogueContent {
  const dice = createDice(seed)
  const content = madeUpContent(size, dice)
  const codes = countries.map(({ code }) => code)
  return {
    ...content,
    titles: content.titles.map((title) => ({
      ...title,
      isKids: dice.next() < 0.1,
      providerId: 1 + dice.below(providerCount),
      countries: [...new Set([dice.pick(codes), ...(dice.next() < 0.3 ? [dice.pick(codes)] : [])])],
      genreIds: [...new Set(Array.from({ length: 1 + dice.below(3) }, () => 1 + dice.below(genreCount)))],
      ratingKp: dice.next() < 0.8 ? Math.round(30 + dice.next() * 65) / 10 : null,
      addedAtMs: 1_700_000_000_000 + dice.below(90_000_000) * 1000,
    })),
    genres: Array.from({ length: genreCount }, (_, at) => ({
      id: at + 1,
      name: { ru: `Жанр ${at + 1}`, uz: `Janr ${at + 1}` },
    })),
    providers: Array.from({ length: providerCount }, (_, at) => ({ id: at + 1, name: `Provider ${at + 1}` })),
  }
}

/** Three filters and an order, as a panel would send them: the third is either the years or the rating. */
export interface ListQuery {
  readonly genreId: number
  readonly country: string
  readonly years: readonly number[]
  /** 0 when there are years. */
  readonly minRating: number
  readonly order: '-popularity' | '-year' | '-rating' | 'name' | '-added'
}

export function listQuery(dice: Dice): ListQuery {
  const byYears = dice.next() < 0.5
  const from = 1960 + dice.below(55)
  return {
    genreId: 1 + dice.below(genreCount),
    country: dice.pick(countries).code,
    years: byYears ? Array.from({ length: 10 }, (_, at) => from + at) : [],
    minRating: byYears ? 0 : 4 + dice.below(4),
    order: dice.pick(['-popularity', '-year', '-rating', 'name', '-added']),
  }
}
