/** The public API of segments: which subscribers are meant by rules, how many they are, who they were at one moment. */
export { countAllSubscribers, countSegment } from './count-segment.ts'
export {
  findSegment,
  listSegments,
  maxSegments,
  removeSegment,
  type SavedSegment,
  saveSegment,
} from './saved-segments.ts'
export { languageOf } from './subscriber-language.ts'
export { removeSnapshot, segmentWorkers, snapshotBatches, takeSnapshot } from './snapshots.ts'
