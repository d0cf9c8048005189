import type { Playback } from '#player/core/playback/playback.ts'
import { chooseRemoteScreen } from '#player/dom/remote-playback.ts'
import type { StageElements } from '#web/player/playback/use-playback.ts'
import { useRemotePlayback } from '#web/player/playback/use-remote-playback.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { PlayerButton } from './player-button.tsx'

interface RemoteScreenButtonProps {
  readonly playback: Playback
  readonly elements: StageElements
}

/** Opens the browser's list of screens (AirPlay and the like); nothing while there is none. */
export function RemoteScreenButton({ playback, elements }: RemoteScreenButtonProps) {
  const t = usePlayerText()
  const { isAvailable, connection } = useRemotePlayback(playback, elements)
  if (!isAvailable) return null
  return (
    <PlayerButton
      icon="screen"
      label={t(connection === 'none' ? 'screen.choose' : 'screen.change')}
      aria-pressed={connection !== 'none'}
      onClick={() => elements.video.current !== null && void chooseRemoteScreen(elements.video.current)}
    />
  )
}
