/** Whether channels are really received and recorded, as the recorder has reported last. */
import type { consoleChannels } from '#contract/console/channels.ts'
import type { recordingStates } from '#contract/console/recording.ts'
import { respond } from '#contract/form/endpoint.ts'
import type { ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import { type ChannelReport, oldMs, readReport } from '#server/monitoring/monitoring.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'

export type RecordingState = (typeof recordingStates)[number]

/** Without a picture for so long a source has no signal; before, it is starting. */
const startingMs = 20_000

/** The state of a recorded channel that is switched on, and since when (ms; null when unknown). Pure. */
export function recordingStateOf(
  { state, lastSegmentAtMs, problems = [] }: ChannelReport,
  nowMs: number,
): { readonly state: RecordingState; readonly sinceMs: number | null } {
  const problem = problems.find(({ kind }) => kind === 'no_signal' || kind === 'stale')
  if (state === 'recording' && problem === undefined) {
    // Connected, and nothing was written yet.
    return { state: lastSegmentAtMs === undefined ? 'starting' : 'recording', sinceMs: null }
  }
  const sinceMs = lastSegmentAtMs ?? problem?.sinceMs ?? null
  const isNew = lastSegmentAtMs === undefined && (sinceMs === null || nowMs - sinceMs < startingMs)
  return state === 'ended' || !isNew ? { state: 'no_signal', sinceMs } : { state: 'starting', sinceMs: null }
}

export function recordingStateHandlers({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): ConsoleHandlers<typeof consoleChannels, 'states'> {
  return {
    states: async () => {
      const report = await readReport(db)
      const nowMs = clock.nowMs()
      const isOld = report === undefined || nowMs - report.atMs > oldMs
      const on = (report?.channels ?? []).filter(({ kind, isEnabled }) => kind === 'recorded' && isEnabled)
      return respond({
        reported_at: report === undefined ? null : Math.floor(report.atMs / 1000),
        is_old: isOld,
        channels: on.map((channel) => {
          const { state, sinceMs } = recordingStateOf(channel, nowMs)
          return { cid: channel.cid, state, since: sinceMs === null ? null : Math.floor(sinceMs / 1000) }
        }),
      })
    },
  }
}
