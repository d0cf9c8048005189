/** Reports playback that failed in a packaged app, with the code that the viewer was shown. */
import type { Playback } from '#player/core/playback/playback.ts'
import { reportApp } from '#web/features/releases/app-reports.ts'

/** Ends with the playback, which drops its listeners. */
export function reportStalls(playback: Playback): void {
  playback.subscribe(() => {
    const { problem, kind } = playback.state
    // A device without a network is not a fault of the app.
    if (problem?.kind === 'playback' && problem.failure !== 'no_connection')
      reportApp('stall', `${problem.code} ${kind ?? ''}`.trimEnd())
  })
}
