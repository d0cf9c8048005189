/** The public API of edges: where viewers get media. */
export { edgeWorkers } from './edge-workers.ts'
export {
  type Edge,
  type EdgeState,
  edgeEntity,
  edgesChangedChannel,
  namesOfEdgesDown,
  edgeStore,
  listEdges,
} from './list/edge-store.ts'
export { type EdgeFields, type EdgeRefused, removeEdge, saveEdge } from './list/edit-edges.ts'
export { type Edges, openEdges } from './open-edges.ts'
