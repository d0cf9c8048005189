import { casting } from '#web/player/casting/casting.ts'
import { PlayerButton } from './player-button.tsx'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/state/create-store.ts'

/** Opens the browser's list of Cast devices; nothing while there is none, and for guests, who could not be let in there. */
export function CastButton() {
  const t = usePlayerText()
  const { token } = useSession()
  const { hasDevices, target, controls } = useStore(casting)
  if (token === null || controls === null || !hasDevices) return null
  return (
    <PlayerButton
      icon="screen"
      label={t(target === null ? 'screen.choose' : 'screen.connecting')}
      aria-pressed={target !== null}
      onClick={() => controls.choose()}
    />
  )
}
