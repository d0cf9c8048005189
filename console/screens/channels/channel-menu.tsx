import { type RefObject, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { IconButton } from '#console/ui/button.tsx'
import { type MenuEntry, OpenMenu } from '#console/ui/menu.tsx'
import type { Channel } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { useChannelActs } from './use-channel-acts.ts'

/** What can be done with one channel. A long table shows many: what a menu needs is made when it is opened. */
export function ChannelMenu({ channel }: { readonly channel: Channel }) {
  const common = useText()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isMerging, setIsMerging] = useState(false)
  const label = common('common.more', { name: channel.name_ru })
  return (
    <>
      <IconButton
        ref={trigger}
        icon="more"
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={() => setIsOpen(true)}
      />
      {isOpen ? (
        <Entries
          channel={channel}
          label={label}
          trigger={trigger}
          onClose={() => setIsOpen(false)}
          onMerge={() => setIsMerging(true)}
        />
      ) : null}
      {isMerging ? <MergeDialog channel={channel} onClose={() => setIsMerging(false)} /> : null}
    </>
  )
}

interface EntriesProps {
  readonly channel: Channel
  readonly label: string
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
  readonly onMerge: () => void
}

function Entries({ channel, label, trigger, onClose, onMerge }: EntriesProps) {
  const t = useChannelsText()
  const [, navigate] = useLocation()
  const mayAct = useMay()('channels', 'act')
  const acts = useChannelActs()
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
      ? [{ id: 'merge', label: t('merge'), onAct: onMerge }]
      : []),
    ...(mayAct
      ? [{ id: 'remove', label: t('remove'), isDangerous: true, onAct: () => void acts.remove([cid]) }]
      : []),
  ]
  return <OpenMenu trigger={trigger} label={label} entries={entries} onClose={onClose} />
}
