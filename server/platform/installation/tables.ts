import type { ColumnType, Generated } from 'kysely'

/** The tables of `0034-installation.sql`: `installation` belongs to the platform, `network_list` to the region. */
export interface InstallationTables {
  installation: InstallationTable
  network_list: NetworkListTable
}

export interface InstallationTable {
  name: string
  value: string
  changed_at: ColumnType<Date, Date | undefined, Date>
}

export interface NetworkListTable {
  is_the_one: Generated<boolean>
  text: string
  sha256: string
  listed_at: Date
  changed_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends InstallationTables {}
}
