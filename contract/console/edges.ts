/** Edges: servers that give media to viewers in the place of the site's own address. */
import * as z from 'zod/mini'
import { id, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** Viewers' tickets go to whatever is entered: no act of the daily work. */
const edit = { section: 'settings', level: 'edit' } as const

/** `on`: gets viewers. `draining`: gets no new ones, and gives those it has away. `off`: nobody requests from it. */
export const edgeStates = ['on', 'draining', 'off'] as const

/** The set of changes that was made; 0 when nothing differed. */
const Changed = z.object({ change_id: z.int(), id: z.int() })

const Edge = z.object({
  edge_id: z.int(),
  name: z.string(),
  /** An origin, without a path. */
  base_address: z.string(),
  /** 0 to 1000. */
  weight: z.int(),
  state: z.enum(edgeStates),
  /** Of the viewers it is for; none for all. */
  prefixes: z.array(z.string()),
  /** '' without one. */
  health_address: z.string(),
  version: z.int(),
  /** What the checks found; null where nothing was checked. */
  health: z.nullable(
    z.object({
      is_healthy: z.boolean(),
      /** Of the last check; '' where it succeeded. */
      problem: z.string(),
      /** Unix seconds. */
      checked_at: z.int(),
    }),
  ),
})
export type EdgeRow = z.output<typeof Edge>

export const consoleEdges = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/edges',
    permission: { section: 'health', level: 'view' },
    summary: 'Edges by name, with what their checks found',
    input: z.object({}),
    output: z.object({ edges: z.array(Edge) }),
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/edges/save',
    permission: edit,
    summary: 'Saves an edge, or enters one',
    input: z.object({
      edge_id: z.nullable(id()),
      /** The version that was shown: a newer one refuses the change. 0 for a new one. */
      version: whole(0, 2_147_483_647),
      name: text(80, 1),
      base_address: text(400, 1),
      weight: whole(0, 1000),
      state: z.enum(edgeStates),
      /** Prefixes separated by lines, spaces or commas; '' for all viewers. */
      prefixes: z.string().check(z.maxLength(50_000)),
      /** '' without one. */
      health_address: z.string().check(z.maxLength(400)),
    }),
    output: Changed,
    failures: [
      ...(['edge_not_found', 'changed_since', 'edge_base_wrong', 'edge_base_taken'] as const),
      ...(['edge_health_wrong', 'edge_prefix_wrong', 'edge_prefixes_full', 'edges_full'] as const),
    ],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/edges/remove',
    permission: edit,
    summary: 'Deletes an edge; its viewers move',
    input: z.object({ edge_id: id() }),
    output: Changed,
    failures: ['edge_not_found'],
  }),
}
