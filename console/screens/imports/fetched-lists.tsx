/** Lists that are fetched by themselves, with what became of their last edition. */
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { consoleImports } from '#contract/console/imports.ts'
import { consoleLists } from '#contract/console/lists.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf, useCall } from '#console/session/queries.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { Badge, Failed, Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { intervals } from './intervals.ts'
import { useImportsText } from './imports-text.ts'
import { reasonOf } from './refusal-text.ts'
import styles from './imports.module.css'

type ListSource = ResponseOf<typeof consoleLists.list>['lists'][number]

export function FetchedLists({ mayEdit }: { readonly mayEdit: boolean }) {
  const t = useImportsText()
  const { data, error, refetch } = useCall(consoleLists.list, {})
  if (error !== null && data === undefined) return <Failed error={error} onRetry={() => void refetch()} />
  if (data === undefined || data.lists.length === 0) return null
  return (
    <Section title={t('lists')} text={t('listsText')}>
      <ul className={styles['lists']}>
        {data.lists.map((list) => (
          <FetchedList key={list.list_id} list={list} mayEdit={mayEdit} />
        ))}
      </ul>
    </Section>
  )
}

const tones = {
  waiting: 'plain',
  same: 'good',
  draft: 'warn',
  applied: 'good',
  refused: 'bad',
  unreachable: 'bad',
} as const

function FetchedList({ list, mayEdit }: { readonly list: ListSource; readonly mayEdit: boolean }) {
  const t = useImportsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { address, outcome, refusal, draft_id: draftId, tried_at: triedAt, next_at: nextAt } = list
  const reason = reasonOf(refusal)
  const isOpen = draftId !== null && ['draft', 'refused'].includes(outcome)
  return (
    <li>
      <div>
        <p className={styles['label']}>
          <strong>{address}</strong>
          <Badge tone={tones[outcome]}>{t(`outcome.${outcome}`)}</Badge>
          {isOpen ? <Link href={`/imports/${draftId}`}>{t('open')}</Link> : null}
        </p>
        {refusal === '' ? null : <small>{reason === undefined ? refusal : t(reason)}</small>}
        <small>
          {triedAt === null ? '' : `${t('tried', { when: formatMoment(triedAt, language, nowSec) })} · `}
          {t('next', { when: formatMoment(nextAt, language, nowSec) })}
        </small>
      </div>
      {mayEdit ? <ListActs list={list} /> : null}
    </li>
  )
}

function ListActs({ list }: { readonly list: ListSource }) {
  const t = useImportsText()
  const client = useQueryClient()
  const { send } = useSending()
  const refresh = useRefreshList()
  const [isBusy, setIsBusy] = useState(false)
  const { list_id: listId, address, every_min: everyMin, applies } = list
  const settled = () => client.invalidateQueries({ queryKey: keyOf(consoleLists.list) })
  const change = async (changes: { every_min?: number; applies?: boolean }) => {
    await send(consoleLists.change, { list_id: listId, ...changes }, () => t('listChanged'))
    await settled()
  }
  const remove = async () => {
    await send(consoleLists.remove, { list_id: listId }, () => t('listRemoved'))
    await settled()
  }
  const standard = intervals.find(({ minutes }) => minutes === everyMin)
  return (
    <div className={styles['choices']}>
      <Picker<string>
        isCompact
        label={t('every')}
        value={String(everyMin)}
        choices={[
          ...(standard === undefined
            ? [{ value: String(everyMin), label: t('everyMinutes', { count: everyMin }) }]
            : []),
          ...intervals.map(({ name, minutes }) => ({ value: String(minutes), label: t(`every.${name}`) })),
        ]}
        onChange={(value) => void change({ every_min: Number(value) })}
      />
      <label className={styles['toggle']}>
        <input
          type="checkbox"
          checked={applies}
          onChange={({ target }) => void change({ applies: target.checked })}
        />
        <span>{t('applies')}</span>
      </label>
      <Button
        isPending={isBusy}
        onPress={() => {
          setIsBusy(true)
          void refresh(listId).finally(() => setIsBusy(false))
        }}
      >
        {t('refresh')}
      </Button>
      <IconButton icon="close" label={t('listRemove', { address })} onPress={() => void remove()} />
    </div>
  )
}

/** Fetches a list now, and opens its draft when there is one. */
export function useRefreshList(): (listId: number) => Promise<void> {
  const t = useImportsText()
  const client = useQueryClient()
  const [, go] = useLocation()
  return async (listId) => {
    try {
      const { outcome, draft_id: draftId } = await call(consoleLists.refresh, { list_id: listId })
      if (draftId !== null && outcome === 'draft') go(`/imports/${draftId}`)
      else showToast(t(`outcome.${outcome}`), { isProblem: ['unreachable', 'refused'].includes(outcome) })
    } catch (error) {
      if (error instanceof Error && !isCancelled(error)) showToast(error.message, { isProblem: true })
    }
    await Promise.all(
      [consoleLists.list, consoleImports.list].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
  }
}
