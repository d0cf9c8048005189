import type { LiveSource } from './ingest/live-source.ts'
import type { FailoverReason } from './failover/failover-reason.ts'

/** One source being recorded, from its start to its end. */
export interface Run {
  sourceIndex: number
  readonly source: LiveSource
  readonly sinceMs: number
  readonly stop: AbortController
  readonly isFirstPlan: boolean
  /** Why it was started, if another source was recorded before. */
  readonly reason: FailoverReason
  segments: number
  ended: Promise<void>
}
