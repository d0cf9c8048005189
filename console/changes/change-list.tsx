import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleChanges } from '#contract/console/changes.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Empty, Failed, Skeleton } from '#console/ui/page.tsx'
import { isNamed, useChangeText } from './change-text.ts'
import { type FieldWords, FieldDifferences } from './field-differences.tsx'
import { UndoSet } from './undo-set.tsx'
import styles from './changes.module.css'

export type ChangeFilter = Omit<InputOf<typeof consoleChanges.list>, 'before_change' | 'limit'>
type Change = ResponseOf<typeof consoleChanges.list>['changes'][number]

/** What the things of a page and their fields are called there. */
export interface ChangeWords extends Pick<FieldWords, 'value'> {
  thing(label: string): string
  field(label: string, name: string): string
}

const pageSize = 30

interface ChangeListProps {
  readonly filter: ChangeFilter
  /** Names of things and fields, of a page that has its own. */
  readonly words?: ChangeWords
}

/** Sets of changes that match, the newest first, each with what it changed and a way to take it back. */
export function ChangeList({ filter, words }: ChangeListProps) {
  const t = useChangeText()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf(consoleChanges.list, { ...filter, pageSize }),
    queryFn: ({ signal, pageParam }) =>
      call(
        consoleChanges.list,
        { ...filter, limit: pageSize, ...(pageParam === 0 ? {} : { before_change: pageParam }) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ changes, has_more: hasMore }) => (hasMore ? changes.at(-1)?.change_id : undefined),
  })
  if (data === undefined)
    return error === null ? <Skeleton lines={4} /> : <Failed error={error} onRetry={() => void refetch()} />
  const changes = data.pages.flatMap((page) => page.changes)
  if (changes.length === 0) return <Empty text={t('empty')} />
  return (
    <div className={styles['list']}>
      <ol className={styles['changes']}>
        {changes.map((change) => (
          <li key={change.change_id}>
            <ChangeItem change={change} isOfOne={filter.entity_id !== undefined} words={words} />
          </li>
        ))}
      </ol>
      {hasNextPage ? (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('older')}
        </Button>
      ) : null}
    </div>
  )
}

interface ChangeItemProps {
  readonly change: Change
  readonly isOfOne: boolean
  readonly words: ChangeWords | undefined
}

function ChangeItem({ change, isOfOne, words }: ChangeItemProps) {
  const t = useChangeText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const title = useTitleOf(change)
  const may = useMay()
  const mayEdit = change.section === 'services' ? may('settings', 'act') : may(change.section, 'edit')
  const [isOpen, setIsOpen] = useState(false)
  const { change_id: id, created, changed, deleted, made_at: madeAt } = change
  const counts = [
    ...(created > 0 ? [t('created', { count: created })] : []),
    ...(changed > 0 ? [t('changed', { count: changed })] : []),
    ...(deleted > 0 ? [t('deleted', { count: deleted })] : []),
  ]
  const canUndo = mayEdit && change.undone_by === null && change.undo_until > nowSec
  return (
    <article className={styles['change']} aria-label={t('number', { id })}>
      <header className={styles['header']}>
        <div>
          <p>
            <strong>{title}</strong> <span className={styles['counts']}>{counts.join(', ')}</span>{' '}
            {change.undone_by === null ? null : <Badge>{t('takenBack')}</Badge>}
          </p>
          <p className={styles['about']}>
            {change.staff_name || t('operator')}
            {' · '}
            <time dateTime={new Date(madeAt * 1000).toISOString()}>
              {formatMoment(madeAt, language, nowSec)}
            </time>
            {' · '}
            {t('number', { id })}
          </p>
        </div>
        {canUndo ? <UndoSet change={change} title={title} isOfOne={isOfOne} /> : null}
      </header>
      <details className={styles['details']} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>{t('details')}</summary>
        {isOpen ? <Entries changeId={id} words={words} /> : null}
      </details>
    </article>
  )
}

function useTitleOf({ kind, title }: Change): string {
  const t = useChangeText()
  const key = `act.${title}`
  const name = isNamed(key) ? t(key as 'act.edit') : title
  if (kind === 'import') return t('kind.import', { name: title })
  return kind === 'undo' ? t('kind.undo', { name }) : name
}

interface EntriesProps {
  readonly changeId: number
  readonly words: ChangeWords | undefined
}

function Entries({ changeId, words }: EntriesProps) {
  const t = useChangeText()
  const { data, error, refetch } = useCall(consoleChanges.one, { change_id: changeId })
  if (data === undefined)
    return error === null ? <Skeleton lines={2} /> : <Failed error={error} onRetry={() => void refetch()} />
  return (
    <>
      <ul className={styles['entries']}>
        {data.entries.map((entry) => (
          <li key={`${entry.entity} ${entry.entity_id}`}>
            <p className={styles['label']}>
              {words?.thing(entry.label) ?? entry.label}
              {entry.before === null ? <Badge tone="good">{t('wasCreated')}</Badge> : null}
              {entry.after === null ? <Badge tone="bad">{t('wasDeleted')}</Badge> : null}
            </p>
            <FieldDifferences
              before={entry.before}
              after={entry.after}
              {...(words === undefined
                ? {}
                : { words: { field: (name) => words.field(entry.label, name), value: words.value } })}
            />
          </li>
        ))}
      </ul>
      {data.more > 0 ? <p className={styles['about']}>{t('more', { count: data.more })}</p> : null}
    </>
  )
}
