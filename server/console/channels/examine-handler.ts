/** What a source of a channel sends at the moment. */
import type { consoleChannels } from '#contract/console/channels.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import { recordedSource } from '#server/monitoring/monitoring.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import {
  loadStaffChannel,
  type ExaminationOutcome,
  type ExaminedStream,
  type SourceExaminer,
} from '#server/television/television.ts'

export interface ExamineDeps {
  readonly db: Db
  readonly clock: Clock
  readonly engine: SourceExaminer
}

/** The pages of the console wait for 30 s. */
const limitMs = 25_000
/** Each decodes for a second and needs a connection to the source. */
const maxAtOnce = 2

/** A source from which the channel is recorded is not opened again: many accept one reader only. */
export function examineHandlers(deps: ExamineDeps): ConsoleHandlers<typeof consoleChannels, 'examineSource'> {
  let running = 0
  return {
    examineSource: async ({ cid, index }) => {
      const details = await loadStaffChannel(deps.db, cid)
      if (details === undefined) return reject('channel_not_found')
      if (details.channel.sourceKind !== 'recorded') return reject('source_of_linear')
      const source = details.sources[index]
      if (source === undefined) return reject('source_not_found')
      if (running >= maxAtOnce) return reject('source_examined_elsewhere')
      running += 1
      try {
        const signal = AbortSignal.timeout(limitMs)
        if ((await recordedSource(deps.db, cid, deps.clock.nowMs())) === index) {
          const recorded = await deps.engine.examineRecording(String(cid), signal)
          // A source that is only being tried can be opened: nothing comes from it.
          if (recorded.kind === 'received') return respond({ is_recorded: true, ...present(recorded) })
        }
        const { protocol, ...address } = source
        const outcome = await deps.engine.examineSource({ ...address, kind: protocol }, signal)
        return respond({ is_recorded: false, ...present(outcome) })
      } finally {
        running -= 1
      }
    },
  }
}

function present(outcome: ExaminationOutcome) {
  if (outcome.kind === 'failed')
    return { words: outcome.words, streams: [], bits_per_second: null, loudness_lufs: null, still: null }
  return {
    words: '',
    streams: outcome.streams.map(presentStream),
    bits_per_second: outcome.bitsPerSecond,
    loudness_lufs: outcome.loudnessLufs,
    still: outcome.still?.toString('base64') ?? null,
  }
}

function presentStream(stream: ExaminedStream) {
  return {
    kind: stream.kind,
    codec: stream.codec,
    language: stream.language ?? '',
    width: stream.width ?? null,
    height: stream.height ?? null,
    frames_per_second: stream.framesPerSecond ?? null,
    is_interlaced: stream.isInterlaced ?? false,
    channels: stream.channels ?? null,
  }
}
