/** The public API of recordings: programmes that viewers keep beyond the archive. */
export { type Recordings, openRecordings } from './open-recordings.ts'
export type { AddOutcome, HoursFull } from './add-recording.ts'
export { forgetPositionsOf, maxRecordings, type RecordingRecord, recordingsOf } from './recording-rows.ts'
export { recordingWorkers } from './recording-workers.ts'
export { expiresAtMs, mayKeepOf, stateOf, usedMsOf } from './rules.ts'
