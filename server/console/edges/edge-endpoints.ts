/** Edges in the console. */
import { consoleEdges } from '#contract/console/edges.ts'
import { type ParsedOf, reject, respond } from '#contract/form/endpoint.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import { type Edge, type EdgeRefused, listEdges, removeEdge, saveEdge } from '#server/edges/edges.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'

export function edgeEndpoints(deps: ContentDeps): readonly BoundEndpoint[] {
  const { db } = deps
  return bindConsole('consoleEdges', consoleEdges, {
    list: async () => respond({ edges: (await listEdges(db)).map(presentEdge) }),
    save: async (input, call) => {
      const { edge_id: edgeId, version } = input
      const outcome = await saveEdge(db, { edgeId, version, fields: fieldsOf(input) }, authorOf(call, deps))
      if (outcome.kind !== 'changed') return rejectEdge(outcome)
      await recordSet(deps, 'edge_saved', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id: outcome.id })
    },
    remove: async ({ edge_id: edgeId }, call) => {
      const outcome = await removeEdge(db, edgeId, authorOf(call, deps))
      if (outcome.kind !== 'changed') return reject('edge_not_found')
      await recordSet(deps, 'edge_removed', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id: outcome.id })
    },
  })
}

function presentEdge(edge: Edge) {
  const { edgeId, name, base, weight, state, prefixes, healthAddress, version, health } = edge
  return {
    ...{ edge_id: edgeId, name, base_address: base, weight, state, prefixes: [...prefixes] },
    ...{ health_address: healthAddress, version },
    health:
      health === undefined
        ? null
        : {
            ...{ is_healthy: health.isHealthy, problem: health.problem },
            checked_at: Math.floor(health.checkedAtMs / 1000),
          },
  }
}

function fieldsOf(input: ParsedOf<typeof consoleEdges.save>) {
  const { name, base_address: base, weight, state, prefixes, health_address: healthAddress } = input
  return { name, base, weight, state, prefixes, healthAddress }
}

function rejectEdge(refused: EdgeRefused) {
  switch (refused.kind) {
    case 'changed_since':
      return reject('changed_since', { values: { who: refused.who || '—' } })
    case 'wrong_base':
      return reject('edge_base_wrong')
    case 'taken':
      return reject('edge_base_taken', { values: { name: refused.name } })
    case 'wrong_health_address':
      return reject('edge_health_wrong')
    case 'wrong_prefix':
      return reject('edge_prefix_wrong', { values: { value: refused.value } })
    case 'too_many_prefixes':
      return reject('edge_prefixes_full', { values: { max: refused.max } })
    case 'full':
      return reject('edges_full', { values: { max: refused.max } })
    default:
      return reject('edge_not_found')
  }
}
