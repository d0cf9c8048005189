import { recordings } from '#contract/channels/recordings.ts'
import type { PlaybackSource } from '#player/core/state/source.ts'
import { inPlace, outcomeOf } from '#web/player/playback/address-sources.ts'
import { call } from '#web/session/requests/api.ts'

export interface PlayedRecording {
  readonly id: number
  /** Of its programme, unix seconds. */
  readonly beginSec: number
  readonly endSec: number
  /** Where it continues, seconds from its beginning; 0 starts it. */
  readonly positionSec: number
}

/** This near its end a recording starts again the next time. */
const endSec = 60

export function keyOfRecording({ id }: Pick<PlayedRecording, 'id'>): string {
  return `recording:${id}`
}

/** A recording from its beginning, or from where the viewer stopped; what is served begins a little earlier. */
export function recordingSource(recording: PlayedRecording): PlaybackSource {
  const { id, beginSec, positionSec } = recording
  return {
    key: keyOfRecording(recording),
    kind: 'archive',
    // For the beginning, the playlist itself says where the programme starts.
    startSec: positionSec > 0 ? positionSec : null,
    async ask(streamId, failedUrl) {
      const outcome = outcomeOf(await call(recordings.url, { id, ...inPlace(streamId, failedUrl) }))
      if (outcome.kind !== 'address') return outcome
      return { ...outcome, startAtMs: (beginSec + positionSec) * 1000 }
    },
  }
}

/** Seconds from the beginning of a programme at a moment, to be saved; 0 before it and near its end. Pure. */
export function savedSecOf(recording: Pick<PlayedRecording, 'beginSec' | 'endSec'>, atMs: number): number {
  const sec = Math.floor(atMs / 1000) - recording.beginSec
  return sec < 0 || sec > recording.endSec - recording.beginSec - endSec ? 0 : sec
}
