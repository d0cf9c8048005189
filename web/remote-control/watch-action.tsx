import { useStore } from '#web/state/create-store.ts'
import { nowPlaying } from '#web/player/playback/now-playing.ts'
import { useRemoteText } from './remote-text.ts'
import { chosenTelevision, showRemote, televisions } from './televisions.ts'
import { useSending } from './use-sending.ts'

export interface WatchActionProps {
  /** The page to open there, with the start moment. */
  readonly path: () => string
  /** How the page renders the action. */
  readonly children: (action: {
    readonly word: string
    readonly label: string
    readonly press: () => void
  }) => React.ReactNode
}

export function WatchAction({ path, children }: WatchActionProps) {
  const t = useRemoteText()
  const chosen = chosenTelevision(useStore(televisions))
  const send = useSending(chosen?.device_id ?? 0)
  if (chosen === null) return null
  const press = () => {
    const command = { kind: 'open', path: path() } as const
    showRemote(chosen.device_id)
    void send(command).then((isSent) => {
      // Two screens with the same title would take two of the account's streams.
      if (isSent) nowPlaying.get()?.playback.pause()
    })
  }
  return children({ word: t('onTv'), label: t('watchHere'), press })
}
