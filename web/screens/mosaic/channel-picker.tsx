import { useState } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { matchingChannels } from '#web/features/channels/channel-search.ts'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { SearchField } from '#web/ui/controls/search-field.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { maxTiles } from './mosaic-rules.ts'
import { useMosaicText } from './mosaic-text.ts'
import styles from './channel-picker.module.css'

interface ChannelPickerProps {
  readonly open: boolean
  readonly channels: readonly Channel[]
  readonly tiles: readonly number[]
  readonly onTiles: (tiles: readonly number[]) => void
  readonly onClose: () => void
}

/** All channels, with those of the mosaic marked; each press acts at once. */
export function ChannelPicker({ open, channels, tiles, onTiles, onClose }: ChannelPickerProps) {
  const t = useMosaicText()
  const [query, setQuery] = useState('')
  const isFull = tiles.length >= maxTiles
  const list = matchingChannels(
    channels.filter((channel) => channel.is_radio === 0),
    query,
  )
  const toggle = (cid: number) =>
    onTiles(tiles.includes(cid) ? tiles.filter((one) => one !== cid) : [...tiles, cid])
  return (
    <Dialog open={open} title={t('chooseTitle')} className={styles.dialog} onClose={onClose}>
      <SearchField label={t('search')} clear={t('clear')} value={query} onChange={setQuery} />
      <p className={styles.count} role="status">
        {isFull ? t('full', { max: maxTiles }) : t('chosen', { count: tiles.length, max: maxTiles })}
      </p>
      <ul className={styles.list}>
        {list.map((channel) => {
          const isChosen = tiles.includes(channel.id)
          return (
            <li key={channel.id}>
              <button
                type="button"
                className={styles.row}
                aria-pressed={isChosen}
                disabled={isFull && !isChosen}
                data-pick={channel.id}
                onClick={() => toggle(channel.id)}
              >
                <ChannelLogo className={styles.logo} name={channel.name} logo={channel.logo} />
                <span className={styles.name}>{channel.name}</span>
                {isChosen && <Icon name="check" size={22} />}
              </button>
            </li>
          )
        })}
      </ul>
      {list.length === 0 && <p className={styles.count}>{t('nothing', { query: query.trim() })}</p>}
      <Button variant="primary" wide onClick={onClose}>
        {t('done')}
      </Button>
    </Dialog>
  )
}
