/** The channels a child may watch, chosen from the list. */
import { useState } from 'react'
import { matchingChannels } from '#web/features/channels/channel-search.ts'
import { useChannels } from '#web/features/channels/use-channels.ts'
import { useProfilesText } from '#web/profiles/profiles-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SearchField } from '#web/ui/controls/search-field.tsx'
import { RetryCard } from '#web/ui/cards/state-card.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import styles from './profile-editor.module.css'

/** The server stores at most so many. */
const max = 500

interface ChoiceProps {
  readonly chosen: readonly number[]
  readonly onChoose: (channels: number[]) => void
  readonly onClose: () => void
}

export function ChannelChoice({ chosen, onChoose, onClose }: ChoiceProps) {
  const t = useProfilesText()
  const { state } = useChannels()
  const [query, setQuery] = useState('')
  const marked = new Set(chosen)
  const toggle = (cid: number) =>
    onChoose(marked.has(cid) ? chosen.filter((one) => one !== cid) : [...chosen, cid].slice(0, max))
  return (
    <Dialog open title={t('chooseChannels')} className={styles.dialog} onClose={onClose}>
      <div className={styles.form}>
        <SearchField label={t('findChannel')} clear={t('clear')} value={query} onChange={setQuery} />
        {state.kind === 'loading' && <Skeleton className={styles.waiting} />}
        {(state.kind === 'refused' || state.kind === 'unreachable') && <RetryCard onRetry={state.retry} />}
        {state.kind === 'ok' && (
          <ul className={styles.channels}>
            {matchingChannels(state.data.channels.item, query).map(({ id: cid, name }) => (
              <li key={cid}>
                <label className={styles.channel}>
                  <input type="checkbox" checked={marked.has(cid)} onChange={() => toggle(cid)} />
                  <span>{name}</span>
                </label>
              </li>
            ))}
          </ul>
        )}
        <Button variant="primary" wide onClick={onClose}>
          {t('ready')}
        </Button>
      </div>
    </Dialog>
  )
}
