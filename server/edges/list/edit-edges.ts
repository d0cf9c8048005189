/** The list of edges by hand: each change is a set that can be taken back. */
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  type ContentAuthor,
  type ContentChanged,
  type ContentRefused,
  editingContent,
  removeRecord,
  updateRecord,
} from '#server/site/site.ts'
import { type EdgeState, announceEdges, edgeEntity, edgeStore, listEdges, maxEdges } from './edge-store.ts'
import { readBase, readEdgePrefixes, readHealthAddress } from './read-edge.ts'

/** As typed; `weight` 0 to 1000, `name` 1 to 80 characters. */
export interface EdgeFields {
  readonly name: string
  readonly base: string
  readonly weight: number
  readonly state: EdgeState
  /** As `readEdgePrefixes` reads them. */
  readonly prefixes: string
  readonly healthAddress: string
}

export type EdgeRefused =
  | ContentRefused
  | { readonly kind: 'wrong_base' }
  | { readonly kind: 'wrong_health_address' }
  | { readonly kind: 'wrong_prefix'; readonly value: string }
  | { readonly kind: 'too_many_prefixes'; readonly max: number }
  /** Another edge has this base address. */
  | { readonly kind: 'taken'; readonly name: string }

const editing = {
  entity: edgeEntity,
  store: edgeStore,
  section: 'health',
  announce: announceEdges,
} as const
const place = { table: 'edge', id: 'edge_id', entity: edgeEntity } as const

/** Saves an edge; `edgeId` null enters one. An older `version` is refused. */
export async function saveEdge(
  db: Db,
  request: { readonly edgeId: number | null; readonly version: number; readonly fields: EdgeFields },
  who: ContentAuthor,
): Promise<ContentChanged | EdgeRefused> {
  const { edgeId: id, version, fields } = request
  const read = valuesOf(fields)
  if (read.kind !== 'values') return read
  const { values } = read
  let refused: EdgeRefused | undefined
  const edit = async (tx: DbTransaction): Promise<number | ContentRefused> => {
    const edges = await listEdges(tx)
    const other = edges.find(({ edgeId, base }) => base === values.base_address && edgeId !== id)
    if (other !== undefined) {
      refused = { kind: 'taken', name: other.name }
      return { kind: 'not_found' }
    }
    if (id !== null) return updateRecord(tx, place, { id, version, values })
    if (edges.length >= maxEdges) return { kind: 'full', max: maxEdges }
    const added = await tx.insertInto('edge').values(values).returning('edge_id').executeTakeFirstOrThrow()
    return added.edge_id
  }
  const ids = id === null ? [] : [id]
  const outcome = await editingContent(db, { ...editing, ...who, title: 'edge', ids }, edit)
  return refused ?? outcome
}

function valuesOf(fields: EdgeFields) {
  const base = readBase(fields.base)
  if (base === undefined) return { kind: 'wrong_base' } as const
  const health = readHealthAddress(fields.healthAddress)
  if (health === undefined) return { kind: 'wrong_health_address' } as const
  const read = readEdgePrefixes(fields.prefixes)
  if (read.kind === 'wrong') return { kind: 'wrong_prefix', value: read.value } as const
  if (read.kind === 'too_many') return { kind: 'too_many_prefixes', max: read.max } as const
  const { name, weight, state } = fields
  const values = {
    ...{ label: name.trim(), base_address: base, weight, state },
    ...{ prefixes: read.prefixes.join('\n'), health_address: health },
  }
  return { kind: 'values', values } as const
}

/** Deletes an edge; that can be taken back. Its viewers move at their next address. */
export function removeEdge(
  db: Db,
  edgeId: number,
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  return editingContent(db, { ...editing, ...who, title: 'edge_removed', ids: [edgeId] }, (tx) =>
    removeRecord(tx, place, edgeId),
  )
}
