import { sql } from 'kysely'
import type { Words } from '#server/catalogue/catalogue.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** A cinema of a delivery, its pictures already stored. */
export interface PublishedCinema {
  readonly key: string
  readonly name: Words
  readonly city: Words
  readonly address: Words
  readonly phone: string
  readonly site: string
  /** The version of its picture original, or null. */
  readonly image: string | null
  readonly showings: readonly PublishedShowing[]
}

export interface PublishedShowing {
  readonly name: Words
  readonly year: number | null
  readonly ageRating: string
  readonly poster: string | null
  /** Unix milliseconds. */
  readonly timesMs: readonly number[]
}

/** Notified after a delivery. */
export const cinemasChangedChannel = 'cinemas_changed'

/** The result of a delivery, in numbers of cinemas. */
export interface Delivered {
  readonly added: number
  readonly existing: number
  readonly removed: number
}

/** Replaces all cinemas with these, in this order. Cinemas that are not among them are deleted. */
export function publishCinemas(db: Db, cinemas: readonly PublishedCinema[]): Promise<Delivered> {
  return db.transaction().execute(async (tx) => {
    const before = await tx.selectFrom('cinema').select('key').forUpdate().execute()
    const keys = new Set(cinemas.map(({ key }) => key))
    const gone = before.filter(({ key }) => !keys.has(key)).map(({ key }) => key)
    if (gone.length > 0) await tx.deleteFrom('cinema').where('key', 'in', gone).execute()
    await tx.deleteFrom('cinema_showing').execute()
    for (const [place, cinema] of cinemas.entries()) await writeCinema(tx, cinema, place)
    await sql`select pg_notify(${cinemasChangedChannel}, '')`.execute(tx)
    const existing = before.length - gone.length
    return { added: cinemas.length - existing, existing, removed: gone.length }
  })
}

/** Whether there are cinemas whose keys do not begin with `prefix`: those of another source. */
export async function hasOtherCinemas(db: Db, prefix: string): Promise<boolean> {
  const keys = await db.selectFrom('cinema').select('key').execute()
  return keys.some(({ key }) => !key.startsWith(prefix))
}

/** Deletes the cinemas whose keys begin with `prefix`; returns how many there were. */
export function removeCinemas(db: Db, prefix: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const cinemas = await tx.selectFrom('cinema').select('key').forUpdate().execute()
    const keys = cinemas.map(({ key }) => key).filter((key) => key.startsWith(prefix))
    if (keys.length === 0) return 0
    await tx.deleteFrom('cinema').where('key', 'in', keys).execute()
    await sql`select pg_notify(${cinemasChangedChannel}, '')`.execute(tx)
    return keys.length
  })
}

async function writeCinema(tx: DbTransaction, cinema: PublishedCinema, place: number): Promise<void> {
  const values = {
    place,
    name_ru: cinema.name.ru,
    name_uz: cinema.name.uz,
    city_ru: cinema.city.ru,
    city_uz: cinema.city.uz,
    address_ru: cinema.address.ru,
    address_uz: cinema.address.uz,
    phone: cinema.phone,
    site: cinema.site,
    image: cinema.image,
  }
  const { cinema_id } = await tx
    .insertInto('cinema')
    .values({ key: cinema.key, ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .returning('cinema_id')
    .executeTakeFirstOrThrow()
  if (cinema.showings.length === 0) return
  await tx
    .insertInto('cinema_showing')
    .values(
      cinema.showings.map((showing, at) => ({
        cinema_id,
        place: at,
        name_ru: showing.name.ru,
        name_uz: showing.name.uz,
        year: showing.year,
        age_rating: showing.ageRating,
        poster: showing.poster,
        times: showing.timesMs.map((ms) => new Date(ms)),
      })),
    )
    .execute()
}

/** The first `limit` cinemas with the showings that start within the window, each with its times in order. */
export async function listCinemas(
  db: Db,
  window: { readonly limit: number; readonly fromMs: number; readonly untilMs: number },
) {
  const cinemas = await db
    .selectFrom('cinema')
    .selectAll()
    .orderBy('place')
    .orderBy('cinema_id')
    .limit(window.limit)
    .execute()
  if (cinemas.length === 0) return []
  const showings = await db
    .selectFrom('cinema_showing')
    .selectAll()
    .where(
      'cinema_id',
      'in',
      cinemas.map(({ cinema_id }) => cinema_id),
    )
    .orderBy('place')
    .execute()
  const toCome = showings.flatMap((showing) => {
    const timesMs = showing.times
      .map((time) => time.getTime())
      .filter((ms) => ms > window.fromMs && ms <= window.untilMs)
      .toSorted((a, b) => a - b)
    return timesMs.length === 0 ? [] : [{ ...showing, timesMs }]
  })
  const ofCinema = Map.groupBy(toCome, ({ cinema_id }) => cinema_id)
  return cinemas.map((cinema) => ({ ...cinema, showings: ofCinema.get(cinema.cinema_id) ?? [] }))
}
