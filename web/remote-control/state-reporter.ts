/**
 * Reports to the server what this television shows: when it changes, at most once a second; the position every 10 s.
 */
import { matchPage } from '#contract/form/pages.ts'
import type { ReportedState } from '#contract/playback/remote-control.ts'
import type { MediaTrack } from '#player/core/state/playback-state.ts'
import type { NowPlaying } from '#web/player/playback/now-playing.ts'

type Playing = NonNullable<ReportedState['playing']>

/** Between two reports. */
export const shortestMs = 1000
/** The maximum age of a reported position during playback. */
export const positionMs = 10_000
/** A position that differs by more than this from the expected one is the result of a seek. */
const jumpSec = 3
const maxTracks = 60

/** A location in the router's form. */
interface ReportedPlace {
  readonly pathname: string
  readonly search: string
}

export function stateOf({ pathname, search }: ReportedPlace, playing: NowPlaying | null): ReportedState {
  const isSearch = matchPage(pathname)?.name === 'search'
  return {
    page: pathname.slice(0, 200),
    search: isSearch ? (new URLSearchParams(search).get('q') ?? '').slice(0, 200) : '',
    playing: playing === null ? null : playingOf(playing),
  }
}

function playingOf({ playback, kind, id, title, subtitle, position }: NowPlaying): Playing {
  const { status, durationSec, audioTracks, textTracks } = playback.state
  return {
    kind,
    id,
    title: title.slice(0, 300),
    subtitle: subtitle.slice(0, 300),
    position_sec: Math.max(0, Math.round(position() ?? 0)),
    duration_sec: kind === 'film' && durationSec !== null ? Math.round(durationSec) : null,
    is_paused: status === 'playing' || status === 'buffering' || status === 'loading' ? 0 : 1,
    audio: tracksOf(audioTracks),
    subtitles: tracksOf(textTracks),
  }
}

function tracksOf(tracks: readonly MediaTrack[]) {
  return tracks.slice(0, maxTracks).map(({ id, name, language, active }) => ({
    id: id.slice(0, 100),
    name: name.slice(0, 100),
    language: language.slice(0, 40),
    is_active: active ? 1 : 0,
  }))
}

interface Sent {
  readonly state: ReportedState
  readonly atMs: number
}

/** Whether a state has to be reported after the previous one. */
export function isNews(state: ReportedState, last: Sent | null, nowMs: number): boolean {
  if (last === null) return true
  const [now, before] = [state.playing, last.state.playing]
  if (now === null || before === null) return JSON.stringify(state) !== JSON.stringify(last.state)
  const withoutPosition = (one: ReportedState) =>
    JSON.stringify({ ...one, playing: { ...one.playing, position_sec: 0 } })
  if (withoutPosition(state) !== withoutPosition(last.state)) return true
  const passedSec = now.is_paused === 1 ? 0 : (nowMs - last.atMs) / 1000
  if (Math.abs(now.position_sec - before.position_sec - passedSec) > jumpSec) return true
  return now.is_paused === 0 && nowMs - last.atMs >= positionMs
}

interface ReporterOptions {
  readonly read: () => ReportedState
  readonly send: (state: ReportedState) => void
  readonly nowMs: () => number
}

/** `note` may be called at every player event; `stop` ends it. */
export function createReporter({ read, send, nowMs }: ReporterOptions) {
  let last: Sent | null = null
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    timer = undefined
    lookedAtMs = nowMs()
    const state = read()
    if (!isNews(state, last, lookedAtMs)) return
    last = { state, atMs: lookedAtMs }
    send(state)
  }
  return {
    note() {
      timer ??= setTimeout(look, Math.max(0, lookedAtMs + shortestMs - nowMs()))
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
