import { noAgeLimit, unratedAge } from '#contract/accounts/profiles.ts'
import { childrenCategoryId } from '#contract/form/constants.ts'
import type { CatalogueContent, TitleRecord } from '#server/catalogue/catalogue.ts'
import type { ProfileLimit } from '#server/platform/primitives/viewer.ts'
import type { ChannelRecord, ProgrammeRecord, TelevisionSnapshot } from '#server/television/television.ts'
import { ageOfProgramme, ageOfTitle, isAdultCategory, type ProgrammeFacts } from './rules.ts'

/** Why something is above a limit: the age it is for, or its channel is none of the profile's. */
export type AboveLimit = { readonly kind: 'age'; readonly age: number } | { readonly kind: 'channel' }

/** Decides what is above one limit. Undefined: it is within it. */
export interface Judge {
  title(title: Pick<TitleRecord, 'ageRating' | 'isKids'>): AboveLimit | undefined
  /** Whether a channel is closed at all hours. */
  channel(channel: ChannelRecord): AboveLimit | undefined
  programme(
    programme: Pick<ProgrammeRecord, 'ageRating' | 'cid' | 'genreCode' | 'title'>,
  ): AboveLimit | undefined
  /** A time of a channel of which the guide says nothing. */
  gap(cid: number): AboveLimit | undefined
}

/** What judging reads: whole snapshots, without anybody's limit. */
export interface JudgedContent {
  /** Read at each judgement: the names of titles may tell the age of a programme. */
  content(): CatalogueContent
  readonly television: Pick<TelevisionSnapshot, 'categories' | 'channel'>
}

/** The judge of a limit over the present content. Cheap: what it needs is read when it is asked. */
export function judgeOf(limit: ProfileLimit, { content, television }: JudgedContent): Judge {
  const { ageLimit, channelIds } = limit
  const byAge = (age: number): AboveLimit | undefined => (age > ageLimit ? { kind: 'age', age } : undefined)
  const adults = adultCategories(television)
  const channel = (one: ChannelRecord): AboveLimit | undefined => {
    if (channelIds !== undefined && !channelIds.has(one.cid)) return { kind: 'channel' }
    return isForAdults(one, adults) ? byAge(noAgeLimit) : undefined
  }
  const unrated = (one: ChannelRecord | undefined): number => {
    if (one === undefined) return unratedAge
    if (isForAdults(one, adults)) return noAgeLimit
    // Who chose a channel by hand vouches for what nobody rated on it.
    if (channelIds?.has(one.cid) === true) return 0
    return categoriesOf(one).includes(childrenCategoryId) ? 0 : unratedAge
  }
  const judged = (cid: number, ageOf: (unratedOn: number) => number): AboveLimit | undefined => {
    const own = television.channel(cid)
    const closed = own === undefined ? undefined : channel(own)
    return closed ?? byAge(ageOf(unrated(own)))
  }
  return {
    title: (title) => byAge(ageOfTitle(title)),
    channel,
    programme: (programme) => judged(programme.cid, (on) => ageOfProgramme(factsOf(programme, on, content))),
    gap: (cid) => judged(cid, (on) => on),
  }
}

function factsOf(
  { ageRating, genreCode, title }: Parameters<Judge['programme']>[0],
  unratedOn: number,
  content: () => CatalogueContent,
): ProgrammeFacts {
  return {
    ...{ ageRating, genreCode, unratedAge: unratedOn },
    get titleAge() {
      const ages = agesByName(content())
      return ages.get(foldName(title.ru)) ?? ages.get(foldName(title.uz))
    },
  }
}

function categoriesOf({ categoryId, additionalCategories }: ChannelRecord): readonly number[] {
  return [categoryId, ...additionalCategories]
}

function isForAdults(channel: ChannelRecord, adults: ReadonlySet<number>): boolean {
  return adults.size > 0 && categoriesOf(channel).some((id) => adults.has(id))
}

const adultsOf = new WeakMap<TelevisionSnapshot['categories'], ReadonlySet<number>>()

function adultCategories({ categories }: Pick<TelevisionSnapshot, 'categories'>): ReadonlySet<number> {
  const cached = adultsOf.get(categories)
  if (cached !== undefined) return cached
  const adults = new Set(categories.filter(({ name }) => isAdultCategory(name)).map(({ id }) => id))
  adultsOf.set(categories, adults)
  return adults
}

const namesOf = new WeakMap<CatalogueContent, ReadonlyMap<string, number>>()

/** The highest age of the rated titles of a name: of two with the same one it is not cached which is on the air. */
function agesByName(content: CatalogueContent): ReadonlyMap<string, number> {
  const cached = namesOf.get(content)
  if (cached !== undefined) return cached
  const ages = new Map<string, number>()
  for (const title of content.titles) {
    if (title.ageRating === '' && !title.isKids) continue
    const age = ageOfTitle(title)
    for (const name of new Set([title.name.ru, title.name.uz, title.name.original].map(foldName)))
      if (name !== '') ages.set(name, Math.max(age, ages.get(name) ?? 0))
  }
  namesOf.set(content, ages)
  return ages
}

/** Cheap: every programme of a list is looked up. */
function foldName(name: string): string {
  return name.trim().toLowerCase()
}
