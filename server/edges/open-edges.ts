/** The edges in memory, for choosing one at each request for an address. */
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { type EdgeRequest, edgeChoice } from './choice/choose-edge.ts'
import { type Edge, listEdges } from './list/edge-store.ts'

export interface Edges {
  /** Where this viewer gets media: the base address of an edge, '' for the site's own. */
  originFor(request: EdgeRequest): string
  /** The origins that pages may request media from, beside their own; sorted. */
  readonly origins: readonly string[]
  /** Reads the list again. */
  reload(): Promise<void>
}

/** Reads the list. Throws when the database does not answer. */
export async function openEdges({ db, log }: { readonly db: Db; readonly log: Log }): Promise<Edges> {
  let choose = edgeChoice<Edge & { readonly isHealthy: boolean }>([])
  let origins: readonly string[] = []
  const reload = async () => {
    const edges = await listEdges(db)
    choose = edgeChoice(
      edges.map((edge) => ({
        ...edge,
        isHealthy: edge.healthAddress === '' || edge.health?.isHealthy !== false,
      })),
    )
    origins = edges
      .filter(({ state }) => state !== 'off')
      .map(({ base }) => base)
      .toSorted()
    log.info('edges.loaded', { edges: edges.length })
  }
  await reload()
  return {
    originFor: (request) => choose(request)?.base ?? '',
    get origins() {
      return origins
    },
    reload,
  }
}
