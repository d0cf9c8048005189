/** Edges as rows, and as things whose changes can be taken back. */
import { sql } from 'kysely'
import type { EntityStore, Fields, Json } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { recordStore } from '#server/site/site.ts'

/** The name of edges in sets of changes. */
export const edgeEntity = 'edge'
/** The PostgreSQL channel that announces a change of edges or of their health; no payload. */
export const edgesChangedChannel = 'edges_changed'

/** Processes read the edges again. */
export async function announceEdges(db: Db): Promise<void> {
  await sql`select pg_notify(${edgesChangedChannel}, '')`.execute(db)
}

/**
 * - `on`: gets viewers.
 * - `draining`: gets none, and those it has move at their next address; pages may still request from it.
 * - `off`: nobody requests from it.
 */
export type EdgeState = 'on' | 'draining' | 'off'

/** What the checks found. */
export interface EdgeHealth {
  readonly isHealthy: boolean
  /** Of the last check; '' where it succeeded. */
  readonly problem: string
  readonly failures: number
  readonly successes: number
  readonly checkedAtMs: number
}

export interface Edge {
  readonly edgeId: number
  readonly name: string
  /** An origin, without a path: `https://edge1.example.uz`. */
  readonly base: string
  /** 0 to 1000; 0 gets no viewers. */
  readonly weight: number
  readonly state: EdgeState
  /** Canonical prefixes of the viewers it is for; empty for all. */
  readonly prefixes: readonly string[]
  /** '' for none: it is never left out then. */
  readonly healthAddress: string
  readonly version: number
  /** Undefined where nothing was checked at this address. */
  readonly health: EdgeHealth | undefined
}

/** More cannot be entered. */
export const maxEdges = 30

/** Of those that viewers would be sent to if they responded, by name. */
export async function namesOfEdgesDown(db: Db): Promise<readonly string[]> {
  const edges = await listEdges(db)
  return edges
    .filter(
      ({ state, healthAddress, health }) =>
        state === 'on' && healthAddress !== '' && health?.isHealthy === false,
    )
    .map(({ name }) => name)
}

/** All edges, by name. */
export async function listEdges(db: Db): Promise<readonly Edge[]> {
  const rows = await db
    .selectFrom('edge')
    .leftJoin('edge_health', (join) =>
      join
        .onRef('edge_health.edge_id', '=', 'edge.edge_id')
        .onRef('edge_health.health_address', '=', 'edge.health_address'),
    )
    .selectAll('edge')
    .select(['is_healthy', 'failures', 'successes', 'problem', 'checked_at'])
    .orderBy('edge.label')
    .orderBy('edge.edge_id')
    // Those that return by an undo are not counted.
    .limit(2 * maxEdges)
    .execute()
  return rows.map((row) => ({
    ...{ edgeId: row.edge_id, name: row.label, base: row.base_address, weight: row.weight, state: row.state },
    prefixes: row.prefixes === '' ? [] : row.prefixes.split('\n'),
    ...{ healthAddress: row.health_address, version: row.version },
    health:
      row.checked_at === null
        ? undefined
        : {
            ...{ isHealthy: row.is_healthy === true, problem: row.problem ?? '' },
            ...{ failures: row.failures ?? 0, successes: row.successes ?? 0 },
            checkedAtMs: row.checked_at.getTime(),
          },
  }))
}

async function lockEdges(tx: DbTransaction): Promise<void> {
  await sql`lock table edge in share row exclusive mode`.execute(tx)
}

const records = recordStore({ table: 'edge', id: 'edge_id', moments: [], announce: announceEdges }, lockEdges)

type Left = readonly [id: number, field: string, now: Json]

/** A base address that another edge has by now stays with that one. */
export const edgeStore: EntityStore = {
  ...records,
  labelOf: (fields) => String(fields['label'] ?? ''),
  write: async (tx, steps, nowMs) => {
    const left: Left[] = []
    // Those that go make room for those that return.
    const ordered = [...steps].toSorted(([, a], [, b]) => Number(a !== null) - Number(b !== null))
    for (const [id, fields] of ordered) {
      const taken = fields === null ? undefined : await takenBase(tx, id, fields)
      if (taken !== undefined) left.push([id, 'base_address', taken])
      else left.push(...(await records.write(tx, new Map([[id, fields]]), nowMs)))
    }
    return left
  },
}

async function takenBase(tx: DbTransaction, id: number, fields: Fields): Promise<string | undefined> {
  const base = fields['base_address']
  if (typeof base !== 'string') return undefined
  const other = await tx
    .selectFrom('edge')
    .select('edge_id')
    .where('base_address', '=', base)
    .where('edge_id', '!=', id)
    .executeTakeFirst()
  return other === undefined ? undefined : base
}
