import type { Generated } from 'kysely'

/** The tables of the cities module (`db/migrations/0112-cities.sql`). */
export interface CityTables {
  city: CityTable
  account_city: AccountCityTable
  operator_network: OperatorNetworkTable
}

export interface CityTable {
  /** Below 1000: one that came with Ekran. */
  city_id: Generated<number>
  /** Null for a region. */
  region_id: number | null
  name_ru: string
  name_uz: string
  name_en: string
  /** Grows with every change. */
  version: Generated<number>
}

export interface AccountCityTable {
  account_id: number
  city_id: number
  way: 'staff' | 'subscriber' | 'billing' | 'network'
  set_at: Date
}

export interface OperatorNetworkTable {
  operator_network_id: Generated<number>
  /** Canonical, with its length. */
  prefix: string
  name: string
  city_id: number | null
  /** Grows with every change. */
  version: Generated<number>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends CityTables {}
}
