/** The list of cities by hand: each change is a set that can be taken back. */
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  type ContentAuthor,
  type ContentChanged,
  type ContentRefused,
  editingContent,
  updateRecord,
} from '#server/site/site.ts'
import {
  type City,
  type CityUses,
  announceCities,
  cityEntity,
  cityStore,
  foldCity,
  listCities,
  maxCities,
  usesOf,
} from './city-store.ts'

export interface CityFields {
  /** Null for a region. */
  readonly regionId: number | null
  /** 1 to 100 characters each. */
  readonly name: City['name']
}

export type CityRefused =
  | ContentRefused
  /** Another one of the region has this name. */
  | { readonly kind: 'named'; readonly name: string }
  /** What was named as its region is none, or it has cities itself. */
  | { readonly kind: 'unknown_region' }
  | { readonly kind: 'used'; readonly uses: CityUses }

/** Saves a city or a region; `cityId` null enters one. An older `version` is refused. */
export async function saveCity(
  db: Db,
  request: { readonly cityId: number | null; readonly version: number; readonly fields: CityFields },
  who: ContentAuthor,
): Promise<ContentChanged | CityRefused> {
  const { cityId: id, version, fields } = request
  const { regionId, name } = fields
  let refused: CityRefused | undefined
  const edit = async (tx: DbTransaction): Promise<number | ContentRefused> => {
    const cities = await listCities(tx)
    refused = checkCity(cities, id, fields)
    if (refused !== undefined) return { kind: 'not_found' }
    const values = { region_id: regionId, name_ru: name.ru, name_uz: name.uz, name_en: name.en }
    if (id !== null)
      return updateRecord(tx, { table: 'city', id: 'city_id', entity: cityEntity }, { id, version, values })
    if (cities.length >= maxCities) return { kind: 'full', max: maxCities }
    const { city_id: newId } = await tx
      .insertInto('city')
      .values(values)
      .returning('city_id')
      .executeTakeFirstOrThrow()
    return newId
  }
  const outcome = await editingContent(
    db,
    { ...editing, ...who, title: 'city', ids: id === null ? [] : [id] },
    edit,
  )
  return refused ?? outcome
}

function checkCity(
  cities: readonly City[],
  id: number | null,
  { regionId, name }: CityFields,
): CityRefused | undefined {
  if (id !== null && !cities.some(({ cityId }) => cityId === id)) return { kind: 'not_found' }
  if (regionId !== null) {
    const region = cities.find(({ cityId }) => cityId === regionId)
    const hasCities = cities.some((one) => one.regionId === id)
    if (region === undefined || region.regionId !== null || region.cityId === id)
      return { kind: 'unknown_region' }
    if (id !== null && hasCities) return { kind: 'unknown_region' }
  }
  const others = cities.filter((one) => one.regionId === regionId && one.cityId !== id)
  for (const language of ['ru', 'uz', 'en'] as const)
    if (others.some((one) => foldCity(one.name[language]) === foldCity(name[language])))
      return { kind: 'named', name: name[language] }
  return undefined
}

/** Deletes a city or a region that nothing uses; that can be taken back. */
export async function removeCity(
  db: Db,
  cityId: number,
  who: ContentAuthor,
): Promise<ContentChanged | CityRefused> {
  let refused: CityRefused | undefined
  const outcome = await editingContent(
    db,
    { ...editing, ...who, title: 'city_removed', ids: [cityId] },
    async (tx) => {
      const uses = await usesOf(tx, cityId)
      if (uses.total > 0) refused = { kind: 'used', uses }
      else {
        const removed = await sql`delete from city where city_id = ${cityId}`.execute(tx)
        if ((removed.numAffectedRows ?? 0n) > 0n) return cityId
      }
      return { kind: 'not_found' }
    },
  )
  return refused ?? outcome
}

const editing = {
  entity: cityEntity,
  store: cityStore,
  section: 'settings',
  announce: announceCities,
} as const
