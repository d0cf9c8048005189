/** Shares the moment of a recording that is being watched. */
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { PlayerButton } from '#web/player/controls/player-button.tsx'
import { useShareMoment } from '#web/player/moments/share-moment.tsx'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { useLocation } from '#web/router/router.ts'
import type { ChannelStageProps } from './viewing/channel-stage-props.ts'

export function ShareProgramme({ channel, viewing }: ChannelStageProps) {
  const t = usePlayerText()
  const { share, dialog } = useShareMoment(channel?.name ?? '')
  const prefix = matchPage(useLocation().pathname)?.language ?? null
  const { viewing: watched } = viewing
  if (channel === null || watched.kind !== 'programme') return null
  const press = () => {
    const atMs = viewing.atMs()
    if (atMs === null) return
    const sec = Math.floor(atMs / 1000)
    const page = pathOf('tvArchive', { id: channel.id, archiId: watched.pid }, prefix)
    share({ input: { cid: channel.id, sec }, path: (token) => `${page}?t=${sec}&m=${token}` })
  }
  return (
    <>
      <PlayerButton icon="share" label={t('moment.share')} onClick={press} />
      {dialog}
    </>
  )
}
