/** The public API of streams: what an account watches at once, and what may no longer be fetched. */
export { streamWorkers } from './forget-old.ts'
export { openStreams } from './open-streams.ts'
export type { Streams } from './open-streams.ts'
export { presentStreams } from './present.ts'
export type { StreamWords } from './present.ts'
export { streamRoutes } from './routes.ts'
export { heartbeatSec, warmMs } from './rules.ts'
export { streamStoppedChannel } from './stream-store.ts'
