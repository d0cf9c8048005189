/** The public API of streams: what an account watches at once, and what may no longer be fetched. */
export { streamWorkers } from './forget-old.ts'
export type { StreamCheck } from './begin-stream.ts'
export { openStreams, type Streams } from './open-streams.ts'
export { type StreamRecord, heartbeatSec, staffHolder, warmMs } from './rules.ts'
export { hasStreamedSince } from './running-since.ts'
export { streamStoppedChannel } from './stream-store.ts'
