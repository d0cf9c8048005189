/** A channel or a film by some letters of its name. */
import { useDeferredValue, useState } from 'react'
import { consoleSubscriberWhy } from '#contract/console/subscriber-why.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Failed } from '#console/ui/page.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { useWhyText } from './why-text.ts'
import styles from './why.module.css'

export type ChosenItem = ResponseOf<typeof consoleSubscriberWhy.items>['items'][number]

export function ItemFinder({ onChoose }: { readonly onChoose: (item: ChosenItem) => void }) {
  const t = useWhyText()
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data, error, refetch } = useCall(consoleSubscriberWhy.items, { q }, { isEnabled: q !== '' })
  return (
    <div className={styles['finder']}>
      <SearchInput label={t('find')} hint={t('findHint')} value={typed} onChange={setTyped} />
      {error === null ? null : <Failed error={error} onRetry={() => void refetch()} />}
      {q === '' || data === undefined ? null : data.items.length === 0 ? (
        <p className={styles['quiet']}>{t('nothingFound', { q })}</p>
      ) : (
        <ul className={styles['items']} aria-label={t('found')}>
          {data.items.map((item) => (
            <li key={`${item.kind} ${item.id}`}>
              <Button look="quiet" onPress={() => onChoose(item)}>
                {item.name[language]}
                <small>{[t(`kind.${item.kind}`), item.number || ''].join(' ').trim()}</small>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data?.is_cut === true && q !== '' ? <p className={styles['quiet']}>{t('cut')}</p> : null}
    </div>
  )
}
