/** Where this viewer stopped in a title's files: the server's data, and what this device has not reported yet. */
import { useEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import { viewing } from '#contract/films/viewing.ts'
import { mergePositions, type ResumePosition } from '#player/core/playback/resume.ts'
import { storedPositions } from '#player/dom/stored-positions.ts'
import {
  followConnection,
  onPositionChange,
  resumePositionOf,
  positionOwner,
} from '#web/player/playback/saved-positions.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useViewerKey } from '#web/session/session.ts'
import { nextFile } from './next-up.ts'
import { useLatest } from '#web/state/use-latest.ts'

export interface TitlePositions {
  readonly loading: boolean
  readonly of: (vfid: number) => ResumePosition | undefined
  /** The file to resume; null when nothing was started or everything was watched. */
  readonly nextVfid: number | null
}

/** `playing`: the player covers the page; the data is requested again once it is closed. */
export function usePositions(vid: number, playing: boolean): TitlePositions {
  const isViewer = useViewerKey() !== ''
  const state = useCall(viewing.positions, isViewer ? { content_id: vid } : null)
  const [, render] = useReducer((count: number) => count + 1, 0)
  // What the player reports, or what a request under way may have been too early for, is read again afterwards.
  const mustWait = playing || state.kind === 'loading'
  const latest = useLatest({ mustWait, retry: state.kind === 'loading' ? () => {} : state.retry })
  const isOld = useRef(false)
  useEffect(followConnection, [])
  useEffect(
    () =>
      onPositionChange((what) => {
        render()
        if (what !== 'told') return
        isOld.current = latest.current.mustWait
        if (!latest.current.mustWait) latest.current.retry()
      }),
    [latest],
  )
  useEffect(() => {
    if (mustWait || !isOld.current) return
    isOld.current = false
    latest.current.retry()
  }, [mustWait, latest])

  const report = state.kind === 'ok' ? state.data : null
  // The server renders the page for guests, without what their browser has stored.
  const isBrowser = useSyncExternalStore(noChange, inBrowser, onServer)
  const ours = isBrowser ? storedPositions(positionOwner(), vid) : []
  const unsent = ours.filter((place) => !place.isSent)
  const places = mergePositions(
    report === null ? ours : unsent,
    (report?.positions.item ?? []).map(resumePositionOf),
  )
  return {
    loading: isViewer && state.kind === 'loading',
    of: (vfid) => places.find((place) => place.vfid === vfid),
    nextVfid: nextFile(report?.next_vfid ?? null, unsent, places),
  }
}

function noChange() {
  return () => undefined
}

function inBrowser() {
  return true
}

function onServer() {
  return false
}
