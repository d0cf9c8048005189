/** Mounted in the shell of a television with a logged-in viewer: phones of the account control it. */
import { useRef, useState, type RefObject } from 'react'
import { remoteControl, type Controller, type ReportedState } from '#contract/playback/remote-control.ts'
import { browserPause } from '#web/notifications/follow-bell.ts'
import { nowPlaying } from '#web/player/playback/now-playing.ts'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { callQuietly } from '#web/session/requests/api.ts'
import { useReachable } from '#web/session/requests/connection.ts'
import { useViewerKey } from '#web/session/session.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { useOnChange } from '#web/state/use-on-change.ts'
import { ConsentQuestion } from './consent-question.tsx'
import { followCommands } from './follow-commands.ts'
import { followPlaying } from './follow-playing.ts'
import { runCommand } from './run-command.ts'
import { createReporter, stateOf } from './state-reporter.ts'
import { useVisible } from '#web/state/use-visible.ts'

export function OnTelevision() {
  const viewer = useViewerKey()
  const isActive = useVisible()
  const isAsking = useRef(false)
  const asking = useCommands(viewer, isActive, isAsking)
  useReports(viewer, isActive)
  return (
    <ConsentQuestion
      key={viewer}
      controllers={asking}
      onShown={(isShown) => {
        isAsking.current = isShown
      }}
    />
  )
}

/** Polls for commands while the page is visible. */
function useCommands(viewer: string, isActive: boolean, isAsking: RefObject<boolean>): readonly Controller[] {
  const navigate = useNavigate()
  const location = useLocation()
  const reachable = useReachable()
  const [asking, setAsking] = useState<readonly Controller[]>([])
  const latest = useLatest(location)
  useOnChange([viewer, reachable, isActive], () => {
    if (!reachable || !isActive) return
    const stop = new AbortController()
    const tools = {
      playing: nowPlaying.get,
      place: () => latest.current.pathname + latest.current.search,
      go: (path: string, instead: boolean) =>
        void navigate(path, { replace: instead, preventScrollReset: instead }),
      isAsking: () => isAsking.current,
    }
    void followCommands(
      {
        call: callQuietly,
        run: (command) => runCommand(command, tools),
        ask: setAsking,
        pause: browserPause,
      },
      stop.signal,
    )
    return () => stop.abort()
  })
  return asking
}

/** Reports what is shown while the page is visible, and then that it is no longer visible. */
function useReports(viewer: string, isActive: boolean): void {
  const location = useLocation()
  const latest = useLatest(location)
  const note = useRef<() => void>(() => undefined)
  useOnChange([viewer, isActive], () => {
    if (!isActive) return
    const send = (isOn: 0 | 1, state: ReportedState | null) =>
      void callQuietly(remoteControl.report, { is_on: isOn, state })
    const reporter = createReporter({
      read: () => stateOf(latest.current, nowPlaying.get()),
      send: (state) => send(1, state),
      nowMs: () => performance.now(),
    })
    const leave = followPlaying(reporter.note)
    const off = () => send(0, null)
    window.addEventListener('pagehide', off)
    note.current = reporter.note
    reporter.note()
    return () => {
      window.removeEventListener('pagehide', off)
      note.current = () => undefined
      leave()
      reporter.stop()
      off()
    }
  })
  useOnChange([location], () => note.current())
}
