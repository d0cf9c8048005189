/** Requests the health address of each edge, and stores what came of it. */
import { sql } from 'kysely'
import { announceEdges, type Edge, listEdges } from '#server/edges/list/edge-store.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { nextHealth } from './rules.ts'

export interface HealthDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Requests the address; resolves to what is wrong, '' when nothing is. Never rejects. */
  readonly probe?: (address: string, signal: AbortSignal) => Promise<string>
}

/** A slower edge counts as failed. */
const probeLimitMs = 5_000

/** One round: each edge that is not off and has a health address, all at once. */
export async function checkEdges(deps: HealthDeps, signal: AbortSignal): Promise<void> {
  const { db, probe = probeAddress } = deps
  const edges = (await listEdges(db)).filter(
    ({ state, healthAddress }) => state !== 'off' && healthAddress !== '',
  )
  const results = await Promise.all(
    edges.map(async (edge) => ({ edge, problem: await probe(edge.healthAddress, signal) })),
  )
  // Stopped in the middle: what was aborted is no failure of an edge.
  if (signal.aborted) return
  let hasChanged = false
  for (const { edge, problem } of results) hasChanged = (await store(deps, edge, problem)) || hasChanged
  if (hasChanged) await announceEdges(db)
}

/** Returns whether the edge is left out, or back, from now on. */
async function store({ db, clock, log }: HealthDeps, edge: Edge, problem: string): Promise<boolean> {
  const { edgeId, name, base, health, healthAddress } = edge
  const next = nextHealth(health, problem === '')
  const at = new Date(clock.nowMs())
  // The edge may be gone by now.
  await sql`
    insert into edge_health (edge_id, health_address, is_healthy, failures, successes, problem, checked_at)
    select edge_id, ${healthAddress}, ${next.isHealthy}, ${next.failures}, ${next.successes},
      ${problem.slice(0, 200)}, ${at}
    from edge where edge_id = ${edgeId}
    on conflict (edge_id) do update set health_address = excluded.health_address,
      is_healthy = excluded.is_healthy, failures = excluded.failures, successes = excluded.successes,
      problem = excluded.problem, checked_at = excluded.checked_at`.execute(db)
  const wasHealthy = health?.isHealthy ?? true
  if (wasHealthy === next.isHealthy) return false
  if (next.isHealthy) log.info('edges.back', { edge: name, base })
  else log.warn('edges.left_out', { edge: name, base, problem })
  return true
}

/**
 * A GET without following redirects; the body is not read. What went wrong is one of few words, because all who may see the
 * list read it, and the address may lead into the operator's network.
 */
export async function probeAddress(address: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(probeLimitMs)]),
    })
    await response.body?.cancel()
    return response.status === 200 ? '' : `status ${response.status}`
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'no connection'
  }
}
