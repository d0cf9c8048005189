import type { Generated } from 'kysely'

/** The tables of `db/migrations/0017-cinemas.sql`; written only by `server/cinemas`. */
export interface CinemaTables {
  cinema: CinemaTable
  cinema_showing: CinemaShowingTable
}

export interface CinemaTable {
  cinema_id: Generated<number>
  key: string
  place: number
  name_ru: string
  name_uz: string
  city_ru: string
  city_uz: string
  address_ru: Generated<string>
  address_uz: Generated<string>
  phone: Generated<string>
  site: Generated<string>
  image: string | null
}

export interface CinemaShowingTable {
  showing_id: Generated<number>
  cinema_id: number
  place: number
  name_ru: string
  name_uz: string
  year: number | null
  age_rating: Generated<string>
  poster: string | null
  times: Date[]
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends CinemaTables {}
}
