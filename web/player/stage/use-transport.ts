/** What keys, buttons, taps and media keys share: skips that add up, and the simple commands. */
import { useEffect, useState } from 'react'
import type { Command } from '#player/core/zapping/key-commands.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { Skipping } from '#player/core/zapping/skipping.ts'
import { browserTimers } from '#player/dom/browser-timers.ts'
import { togglePictureInPicture } from '#player/dom/picture-in-picture.ts'
import { fullscreen } from '#web/player/controls/controls-row.tsx'
import { useLatest } from '#web/state/use-latest.ts'
import { focusControls } from '#web/player/controls/use-player-keys.ts'
import type { StageElements } from '#web/player/playback/use-playback.ts'

interface Transport {
  readonly skip: (seconds: number) => void
  readonly skippedSec: number
  /** Double speed while pressed; used for a long press. */
  readonly flush: (isPressed: boolean) => void
  /** Runs a command that is the same for all kinds of playback; false when the command is another one. */
  readonly runCommon: (command: Command) => boolean
}

interface TransportOptions {
  readonly playback: Playback | null
  readonly elements: StageElements
  /** The viewer's position, seconds on the timeline that `seek` uses. */
  readonly position: () => number
  /** May seek outside the loaded source: television rewinds over its whole timeline. */
  readonly seek: (position: number) => void
}

export function useTransport({ playback, elements, position, seek }: TransportOptions): Transport {
  const [skippedSec, setSkippedSec] = useState(0)
  const latestSeek = useLatest(seek)
  const [skipping] = useState(
    () => new Skipping(browserTimers, (positionSec) => latestSeek.current(positionSec), setSkippedSec),
  )
  useEffect(() => () => skipping.stop(), [skipping])
  const skip = (seconds: number) => {
    if (playback !== null) skipping.skip(seconds, position())
  }
  return {
    skip,
    skippedSec,
    flush(isPressed) {
      if (playback !== null && playback.state.kind !== 'live') playback.playAtDoubleSpeed(isPressed)
    },
    runCommon: (command) => playback !== null && runCommon(command, { playback, elements, skip }),
  }
}

interface CommandTools {
  readonly playback: Playback
  readonly elements: StageElements
  readonly skip: (seconds: number) => void
}

function runCommon(command: Command, { playback, elements, skip }: CommandTools): boolean {
  const { state, choices } = playback
  switch (command.kind) {
    case 'toggle_play':
      playback.togglePlay()
      return true
    case 'play':
      playback.play()
      return true
    case 'pause':
      playback.pause()
      return true
    case 'skip':
      skip(command.seconds)
      return true
    case 'volume':
      choices.setVolume((state.muted ? 0 : state.volume) + command.change)
      return true
    case 'toggle_mute':
      choices.setMuted(!state.muted)
      return true
    case 'toggle_text':
      choices.toggleText()
      return state.textTracks.length > 0
    case 'controls':
      focusControls(elements.frame.current)
      return true
    case 'toggle_fullscreen':
      fullscreen(elements)
      return true
    case 'toggle_pip':
      if (elements.video.current !== null) void togglePictureInPicture(elements.video.current)
      return true
    case 'statistics':
      choices.toggleStatistics()
      return true
    default:
      return false
  }
}
