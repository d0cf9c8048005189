/** In place of the video while another screen plays it: what plays, and that it plays there. */
import type { Playback } from '#player/core/playback/playback.ts'
import { nowPlaying } from '#web/player/playback/now-playing.ts'
import type { StageElements } from '#web/player/playback/use-playback.ts'
import { useRemotePlayback } from '#web/player/playback/use-remote-playback.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { useStore } from '#web/state/create-store.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import styles from './screen-card.module.css'

interface RemoteScreenCardProps {
  readonly playback: Playback | null
  readonly elements: StageElements
}

export function RemoteScreenCard({ playback, elements }: RemoteScreenCardProps) {
  const t = usePlayerText()
  const { connection } = useRemotePlayback(playback, elements)
  const playing = useStore(nowPlaying)
  if (connection === 'none') return null
  return (
    <div className={styles.place} data-remote-screen="">
      {playing !== null && <ScreenPicture picture={playing.picture} />}
      <p className={styles.title}>{playing?.title}</p>
      <p className={styles.text} role="status">
        {t(connection === 'connecting' ? 'screen.connecting' : 'screen.playing')}
      </p>
    </div>
  )
}

/** The film's image or the channel's logo; nothing where there is none. */
export function ScreenPicture({ picture }: { readonly picture: string }) {
  if (picture === '') return null
  return <Picture className={styles.picture} src={picture} alt="" sizes="320px" from={160} to={640} eager />
}
