/** What lies over the video of a channel, and the keys of a remote control that open and close it. */
import { useState } from 'react'
import type { Command } from '#player/core/zapping/key-commands.ts'
import { toggleFavouriteChannel } from '#web/features/favourites/use-favourite-channel.ts'
import { hasChoices } from '#web/player/controls/controls-row.tsx'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { useText } from '#web/session/text.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import type { ChannelStageProps } from './viewing/channel-stage-props.ts'

/** The guide over the video, the card about the programme, the menu of settings, the list of shortcuts. */
export type Overlay = 'guide' | 'info' | 'settings' | 'shortcuts'

interface Overlays {
  readonly overlay: Overlay | null
  readonly show: (overlay: Overlay | null) => void
  /** False when the command concerns none of them. */
  readonly run: (command: Command) => boolean
}

export function useOverlays(props: ChannelStageProps): Overlays {
  const { line, playback, panelOpen, onPanel } = props
  const t = usePlayerText()
  const toggleFavourite = useToggleFavourite(props)
  const [overlay, show] = useState<Overlay | null>(null)
  const toggle = (other: Overlay) => show(overlay === other ? null : other)

  const run = (command: Command): boolean => {
    switch (command.kind) {
      case 'shortcuts':
        show('shortcuts')
        return true
      case 'guide':
        if (line.length > 0 || overlay === 'guide') toggle('guide')
        return true
      case 'info':
        toggle('info')
        return true
      case 'settings':
        if (playback !== null && hasChoices(playback.state)) toggle('settings')
        else showToast(t('remote.noChoices'))
        return true
      case 'channel_list':
        show(null)
        onPanel(!panelOpen, 'channels')
        return true
      case 'toggle_favourite':
        toggleFavourite()
        return true
      case 'back':
        if (overlay !== null) show(null)
        else if (panelOpen) onPanel(false)
        return overlay !== null || panelOpen
      default:
        return false
    }
  }
  return { overlay, show, run }
}

/** Adds the channel to the favourites or removes it, and shows a message: the heart may be out of sight. */
function useToggleFavourite({ channel }: ChannelStageProps): () => void {
  const t = useText()
  return () => {
    if (channel === null) return
    const toggled = toggleFavouriteChannel(channel.id, channel.is_favorited, t('favourite.failed'))
    if (toggled !== 'login_needed') showToast(t(`favourite.${toggled}`))
  }
}
