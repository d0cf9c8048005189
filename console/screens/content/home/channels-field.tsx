import { useState } from 'react'
import { useLanguage } from '#console/session/preferences.ts'
import type { ConsoleForm } from '#console/session/use-form.ts'
import { IconButton } from '#console/ui/button.tsx'
import { hasWords } from '#console/ui/fold-text.ts'
import { Empty } from '#console/ui/page.tsx'
import { ItemSearch } from './item-search.tsx'
import { useHomeText } from './home-text.ts'
import { type Choices, type RailValues, listOf, namedIn } from './rail-values.ts'
import { SortableList } from '#console/ui/sortable-list.tsx'
import styles from './home.module.css'

const maxResults = 8

interface ChannelsFieldProps {
  readonly form: ConsoleForm<RailValues>
  readonly choices: Choices
}

/** Channels of the editor's choice, in their order; others are found by name or number. */
export function ChannelsField({ form, choices }: ChannelsFieldProps) {
  const t = useHomeText()
  const language = useLanguage()
  const [query, setQuery] = useState('')
  const cids = listOf(form.values.cids).map(Number)
  const set = (ids: readonly number[]) => form.set('cids', ids.join(','))
  const nameOf = (channel: Choices['channels'][number]) => `${channel.number} ${namedIn(language, channel)}`
  const chosen = cids.flatMap((cid) => choices.channels.find(({ id }) => id === cid) ?? [])
  const words = query.trim()
  const add = (cid: number) => {
    set([...cids, cid])
    setQuery('')
  }
  const results = choices.channels.filter(
    (channel) =>
      words !== '' &&
      !cids.includes(channel.id) &&
      hasWords(`${channel.number} ${channel.name_ru} ${channel.name_uz}`, words),
  )
  return (
    <div className={styles['form']}>
      {chosen.length === 0 ? (
        <Empty text={t('noChannels')} />
      ) : (
        <SortableList
          label={t('channels')}
          items={chosen}
          nameOf={nameOf}
          onOrder={set}
          renderItem={(channel) => <span>{nameOf(channel)}</span>}
          renderActs={(channel) => (
            <IconButton
              icon="close"
              label={t('remove', { name: nameOf(channel) })}
              onPress={() => set(cids.filter((cid) => cid !== channel.id))}
            />
          )}
        />
      )}
      <ItemSearch
        label={t('channelSearch')}
        hint={t('channelHint')}
        value={query}
        onChange={setQuery}
        onEnter={() => results[0] !== undefined && add(results[0].id)}
      />
      {words === '' ? null : results.length === 0 ? (
        <p role="status">{t('nothingFound')}</p>
      ) : (
        <ul className={styles['results']} aria-label={t('channelSearch')}>
          {results.slice(0, maxResults).map((channel) => (
            <li key={channel.id}>
              <span>{nameOf(channel)}</span>
              <IconButton
                icon="add"
                label={t('addItem', { name: nameOf(channel) })}
                onPress={() => add(channel.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
