/** Where below an imported folder the series of the catalogue are, by their names. */
import { seriesWithKeys } from '#server/catalogue/catalogue.ts'
import { nameAndYear } from '#server/imports/nfo/film-names.ts'
import type { SeriesPlaces } from '#server/imports/nfo/group-episodes.ts'
import { type Naming, noNaming } from '#server/imports/nfo/naming.ts'
import type { Db } from '#server/platform/database/database.ts'
import { keyOfPlace } from './read-folder.ts'

/** Names are those of the series, also before they were edited, and those of their folders. */
export async function loadSeriesPlaces(db: Db, root: string, naming: Naming): Promise<SeriesPlaces> {
  const places = new Map<string, string[]>()
  // Only a correction names a series that is elsewhere.
  if (naming === noNaming) return places
  const prefix = keyOfPlace(root, '')
  for (const { key, imported, name_ru, name_uz, name_original } of await seriesWithKeys(db, prefix)) {
    const place = key.slice(prefix.length)
    const before = (imported ?? {}) as Readonly<Record<string, unknown>>
    const names = [
      ...[name_ru, name_uz, name_original],
      ...[before['name_ru'], before['name_uz'], before['name_original']],
      nameAndYear(place.slice(place.lastIndexOf('/') + 1)).name,
    ]
    for (const name of new Set(names.map((one) => (typeof one === 'string' ? one.toLowerCase() : ''))))
      if (name !== '') places.set(name, [...(places.get(name) ?? []), place])
  }
  return places
}
