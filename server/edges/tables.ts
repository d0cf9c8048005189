import type { Generated } from 'kysely'

/** The tables of the edges module (`db/migrations/0131-edges.sql`). */
export interface EdgeTables {
  edge: EdgeTable
  edge_health: EdgeHealthTable
}

export interface EdgeTable {
  edge_id: Generated<number>
  /** What it is called. */
  label: string
  /** An origin, without a path. */
  base_address: string
  /** 0 to 1000. */
  weight: number
  state: 'on' | 'draining' | 'off'
  /** One a line, canonical; '' for all viewers. */
  prefixes: string
  /** '' for none. */
  health_address: string
  /** Grows with every change. */
  version: Generated<number>
}

export interface EdgeHealthTable {
  edge_id: number
  /** The address that was checked. */
  health_address: string
  is_healthy: boolean
  /** In a row. */
  failures: number
  successes: number
  /** Of the last check; '' where it succeeded. */
  problem: string
  checked_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends EdgeTables {}
}
