import { shownModel } from '#server/accounts/accounts.ts'
import type { LiveDevice, TelevisionOn } from '#server/remote-control/remote-control.ts'
import type {
  Controller,
  ReportedState,
  Television,
  TelevisionState,
} from '#contract/playback/remote-control.ts'

/** A device that requests control of a television, and since when, as the television shows it. */
export function presentController(device: LiveDevice & { readonly requestedMs: number }): Controller {
  const { deviceId, kind, name, model, requestedMs } = device
  return { device_id: deviceId, kind, name, model: shownModel(model), requested_at: requestedMs }
}

/** A television that is on. */
export function presentTelevision({ device, consent, state, reportedMs }: TelevisionOn): Television {
  return {
    device_id: device.deviceId,
    name: device.name,
    model: shownModel(device.model),
    consent,
    state: state === null ? null : presentState(state),
    reported_at: Math.floor(reportedMs / 1000),
  }
}

function presentState({ page, search, playing }: ReportedState): TelevisionState {
  if (playing === null) return { page, search, playing }
  const { audio, subtitles, is_paused: isPaused } = playing
  return {
    page,
    search,
    playing: {
      ...playing,
      is_paused: flagOf(isPaused),
      audio: audio.map((track) => ({ ...track, is_active: flagOf(track.is_active) })),
      subtitles: subtitles.map((track) => ({ ...track, is_active: flagOf(track.is_active) })),
    },
  }
}

function flagOf(value: number): 0 | 1 {
  return value === 1 ? 1 : 0
}
