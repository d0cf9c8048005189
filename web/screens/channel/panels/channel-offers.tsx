/** What is offered over a channel's picture of itself, loaded after the player: the beginning just missed, and a login. */
import { GuestLine } from '#web/player/stage/guest-line.tsx'
import { isTelevision } from '#web/remote/television.ts'
import { useSession } from '#web/session/session.ts'
import { MissedBeginning, type MissedBeginningProps } from './missed-beginning.tsx'

export function ChannelOffers(props: MissedBeginningProps) {
  const isGuest = useSession().token === null && !isTelevision()
  return (
    <>
      <MissedBeginning {...props} />
      {isGuest && <GuestLine playback={props.playback} of="channel" />}
    </>
  )
}
