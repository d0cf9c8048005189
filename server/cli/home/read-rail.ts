/** What the options of a command say of a rail. */
import { listOrders } from '#contract/films/films.ts'
import {
  type RailKind,
  railAudiences,
  railFilmKinds,
  railLanguages,
  railPlatforms,
} from '#contract/site/home.ts'
import { momentIn, shown } from '#server/cli/command/command.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type RailContent, type RailFields, unknownBrand } from '#server/site/site.ts'
import { loadChannels } from '#server/television/television.ts'

const names = [
  ...['title-ru', 'title-uz', 'platforms', 'languages', 'audience', 'from', 'until', 'collection'],
  ...['brands'],
  ...['films', 'genre', 'country', 'years', 'rating', 'order', 'category', 'channels'],
]
export const railOptions = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))

/** Rules that `none` leaves out, and the fields of each. */
const fieldsOfRule: Readonly<Record<string, readonly string[]>> = {
  genre: ['genre_id'],
  country: ['country'],
  years: ['year_from', 'year_to'],
  rating: ['rating'],
}
const rules = Object.keys(fieldsOfRule)
const maxTitle = 100
const maxChannels = 50

function isYear(year: number): boolean {
  return year >= 1880 && year <= 2200
}

/** A new rail of a kind: always, for everybody, everywhere. */
export function plainRail(kind: RailKind): RailFields {
  return {
    ...{ kind, title: { ru: '', uz: '' }, shownFromMs: null, shownUntilMs: null, content: {} },
    ...{ platforms: railPlatforms, languages: railLanguages, audience: 'everybody' },
  }
}

type Text = (name: string) => string | undefined

/** The rail with what the options say, or why they cannot be. */
export async function readRail(text: Text, rail: RailFields, db: Db): Promise<RailFields | string> {
  const platforms = listOf(text('platforms'), railPlatforms)
  if (platforms === null) return `--platforms are some of ${railPlatforms.join(',')}`
  const languages = listOf(text('languages'), railLanguages)
  if (languages === null) return `--languages are some of ${railLanguages.join(',')}`
  const audience = railAudiences.find((one) => one === (text('audience') ?? rail.audience))
  if (audience === undefined) return `--audience is one of ${railAudiences.join(', ')}`
  const [from, until] = [momentOption(text('from')), momentOption(text('until'))]
  if (from === 'wrong' || until === 'wrong') return '--from and --until are like 2026-12-20T18:00, or none'
  const brands = brandsOption(text('brands'))
  if (brands === 'wrong') return '--brands are numbers from "service list" with commas, or all'
  const unknown = await unknownBrand(db, brands)
  if (unknown !== undefined) return `there is no brand ${unknown}; see: npm run ekran -- service list`
  const content = await contentOf(text, rail.content, db)
  if (typeof content === 'string') return content
  const title = {
    ru: text('title-ru')?.trim() ?? rail.title.ru,
    uz: text('title-uz')?.trim() ?? rail.title.uz,
  }
  if ([title.ru, title.uz].some(({ length }) => length > maxTitle))
    return `a title has ${maxTitle} characters at most`
  return {
    kind: rail.kind,
    title,
    shownFromMs: from === undefined ? rail.shownFromMs : from,
    shownUntilMs: until === undefined ? rail.shownUntilMs : until,
    platforms: platforms ?? rail.platforms,
    languages: languages ?? rail.languages,
    audience,
    brands: brands ?? rail.brands ?? [],
    content,
  }
}

/** `all`: an empty choice. */
function brandsOption(typed: string | undefined): readonly number[] | 'wrong' | undefined {
  if (typed === undefined) return undefined
  if (typed === 'all') return []
  return /^[1-9]\d{0,8}(?:,[1-9]\d{0,8}){0,49}$/.test(typed) ? typed.split(',').map(Number) : 'wrong'
}

/** `none` for a rule leaves it out. */
async function contentOf(option: Text, content: RailContent, db: Db): Promise<RailContent | string> {
  const isNone = (name: string) => option(name) === 'none' && rules.includes(name)
  const text: Text = (name) => (isNone(name) ? undefined : option(name))
  for (const name of ['collection', 'genre', 'category'])
    if (!/^[1-9]\d{0,8}$/.test(text(name) ?? '1')) return `--${name} is a number`
  if (!/^(?:[1-9]|10)$/.test(text('rating') ?? '1')) return '--rating is a whole number from 1 to 10'
  if (!/^[A-Z]{2}$/.test(text('country') ?? 'UZ')) return '--country is a code such as UZ'
  const years = /^(\d{4})?-(\d{4})?$/.exec(text('years') ?? '-')
  if (years === null || [years[1], years[2]].some((year) => year !== undefined && !isYear(Number(year))))
    return '--years are like 2020-2024, 2020- or -1990, from 1880 to 2200'
  const kind = filmKindOf(text('films'))
  if (kind === null) return `--films is one of ${railFilmKinds.join(', ')}, or all`
  const order = listOrders.find((one) => one === (text('order') ?? content.order ?? '-popularity'))
  if (order === undefined) return `--order is one of ${listOrders.join(', ')}`
  const cids = await cidsOf(text('channels'), db)
  if (typeof cids === 'string') return cids
  const { film_kind: before, ...former } = content
  const left = rules.filter(isNone).flatMap((name) => fieldsOfRule[name] ?? [])
  const others = Object.fromEntries(Object.entries(former).filter(([field]) => !left.includes(field)))
  const filmKind = text('films') === undefined ? before : kind
  const number = (name: string, field: string) =>
    text(name) === undefined ? {} : { [field]: Number(text(name)) }
  const country = text('country')
  return {
    ...others,
    ...(filmKind === undefined ? {} : { film_kind: filmKind }),
    ...(years[1] === undefined ? {} : { year_from: Number(years[1]) }),
    ...(years[2] === undefined ? {} : { year_to: Number(years[2]) }),
    ...(country === undefined ? {} : { country }),
    ...(cids === undefined ? {} : { cids }),
    ...{ ...number('collection', 'collection_id'), ...number('genre', 'genre_id') },
    ...{ ...number('category', 'category_id'), ...number('rating', 'rating'), order },
  }
}

/** Null: no such kind; undefined: films and series of all kinds. */
function filmKindOf(text: string | undefined): RailContent['film_kind'] | null {
  if (text === undefined || text === 'all') return undefined
  return railFilmKinds.find((one) => one === text) ?? null
}

async function cidsOf(text: string | undefined, db: Db): Promise<readonly number[] | string | undefined> {
  if (text === undefined) return undefined
  const channels = await loadChannels(db)
  const cids = text.split(',').map((word) => ({
    word,
    cid: channels.find(({ number }) => String(number) === word.trim())?.cid,
  }))
  if (cids.length > maxChannels) return `a rail has ${maxChannels} channels at most`
  const unknown = cids.filter(({ cid }) => cid === undefined).map(({ word }) => word)
  if (unknown.length > 0) return `there is no channel ${shown(unknown.join(', '))}`
  return cids.flatMap(({ cid }) => cid ?? [])
}

function listOf<Value extends string>(
  text: string | undefined,
  allowed: readonly Value[],
): readonly Value[] | null | undefined {
  if (text === undefined) return undefined
  const words = text.split(',').map((word) => word.trim())
  const values = allowed.filter((one) => words.includes(one))
  return values.length > 0 && values.length === new Set(words).size ? values : null
}

function momentOption(text: string | undefined): number | null | undefined | 'wrong' {
  if (text === undefined) return undefined
  return text === 'none' ? null : (momentIn(text) ?? 'wrong')
}
