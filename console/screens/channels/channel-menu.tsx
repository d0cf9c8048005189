import { useState } from 'react'
import { useLocation } from 'wouter'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { IconButton } from '#console/ui/button.tsx'
import { Menu, type MenuEntry } from '#console/ui/menu.tsx'
import type { Channel } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { useChannelActs } from './use-channel-acts.ts'

/** What can be done with one channel. */
export function ChannelMenu({ channel }: { readonly channel: Channel }) {
  const t = useChannelsText()
  const common = useText()
  const [, navigate] = useLocation()
  const mayAct = useMay()('channels', 'act')
  const acts = useChannelActs()
  const [isMerging, setIsMerging] = useState(false)
  const { cid } = channel
  const entries: readonly MenuEntry[] = [
    { id: 'open', label: t('open'), icon: 'open', onAct: () => navigate(`/channels/${cid}`) },
    channel.is_hidden
      ? {
          id: 'show',
          label: t('show'),
          icon: 'eye',
          onAct: () => void acts.edit([cid], { is_hidden: false }),
        }
      : {
          id: 'hide',
          label: t('hide'),
          icon: 'hidden',
          onAct: () => void acts.edit([cid], { is_hidden: true }),
        },
    ...(channel.source_kind === 'recorded'
      ? [
          {
            id: 'switch',
            label: t(channel.is_enabled ? 'switchOff' : 'switchOn'),
            onAct: () => void acts.edit([cid], { is_enabled: !channel.is_enabled }),
          },
        ]
      : []),
    ...(mayAct && channel.source_kind !== 'linear'
      ? [{ id: 'merge', label: t('merge'), onAct: () => setIsMerging(true) }]
      : []),
    ...(mayAct
      ? [{ id: 'remove', label: t('remove'), isDangerous: true, onAct: () => void acts.remove([cid]) }]
      : []),
  ]
  return (
    <>
      <Menu
        trigger={<IconButton icon="more" label={common('common.more', { name: channel.name_ru })} />}
        label={common('common.more', { name: channel.name_ru })}
        entries={entries}
      />
      {isMerging ? <MergeDialog channel={channel} onClose={() => setIsMerging(false)} /> : null}
    </>
  )
}
