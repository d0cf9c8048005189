import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { consoleImports, draftItemsAtOnce } from '#contract/console/imports.ts'
import { useContentRefresh, useUndo } from '#console/changes/use-undo.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Icon } from '#console/ui/icons.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { DraftItems } from './draft-items.tsx'
import { About, type Draft } from './imports-screen.tsx'
import { useImportsText } from './imports-text.ts'
import { reasonOf } from './refusal-text.ts'
import { countChosen, everything, type Selection, takenOf } from './selection.ts'
import type { DraftPart } from './draft-part.ts'
import styles from './imports.module.css'

/** `/imports/:id`: what a list would change; nothing has changed yet. */
export function DraftScreen({ draftId }: { readonly draftId: number }) {
  const t = useImportsText()
  const { data, error, refetch, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: keyOf(consoleImports.one, { draftId }),
    queryFn: ({ signal, pageParam }) =>
      call(consoleImports.one, { draft_id: draftId, from_item: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ items }) =>
      items.length < draftItemsAtOnce ? undefined : (items.at(-1)?.item ?? 0) + 1,
  })
  const first = data?.pages[0]
  return (
    <Page title={first?.draft.name ?? t('title')} above={<BackToImports />}>
      {data === undefined || first === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Content
          part={first}
          items={data.pages.flatMap(({ items }) => items)}
          {...(hasNextPage ? { onMore: () => void fetchNextPage() } : {})}
        />
      )}
    </Page>
  )
}

function BackToImports() {
  const t = useImportsText()
  return (
    <Link href="/imports" className={styles['back']}>
      <Icon name="back" size={16} />
      {t('back')}
    </Link>
  )
}

interface ContentProps {
  readonly part: DraftPart
  readonly items: DraftPart['items']
  /** Loads further items; absent when all are there. */
  readonly onMore?: () => void
}

function Content({ part: { draft, counts, refused }, items, onMore }: ContentProps) {
  const t = useImportsText()
  const mayEdit = useMay()('channels', 'edit') && draft.state === 'open'
  const [selection, setSelection] = useState<Selection>(everything)
  if (draft.refused_whole !== '') return <RefusedWhole draft={draft} />
  const listed = counts.new + counts.changed
  const isEmpty = listed + counts.gone === 0
  return (
    <div className={styles['draft']}>
      <div className={styles['about']}>
        <About draft={draft} />
        <small>{t('unchanged', { count: draft.unchanged })}</small>
      </div>
      {mayEdit ? <Options draft={draft} onChecked={() => setSelection(everything)} /> : null}
      {isEmpty ? (
        <Empty text={t('nothing')} />
      ) : (
        <DraftItems
          {...{ items, counts, selection, mayEdit }}
          onSelect={setSelection}
          {...(onMore === undefined ? {} : { onMore })}
        />
      )}
      {refused.length === 0 ? null : <RefusedEntries refused={refused} count={draft.refused_count} />}
      {mayEdit ? (
        <Decision draft={draft} selection={selection} chosen={countChosen(selection, listed)} />
      ) : null}
    </div>
  )
}

function RefusedWhole({ draft: { refused_whole: why } }: { readonly draft: Draft }) {
  const t = useImportsText()
  const reason = reasonOf(why)
  return (
    <div role="alert">
      <Empty text={`${t('refusedWhole')}: ${reason === undefined ? why : t(reason)}`} />
    </div>
  )
}

const options = [
  { name: 'record', label: 'record', hint: 'recordHint' },
  { name: 'own_groups', label: 'ownGroups', hint: 'ownGroupsHint' },
] as const

/** Options that change what the list would do: it is compared again. */
function Options({ draft, onChecked }: { readonly draft: Draft; readonly onChecked: () => void }) {
  const t = useImportsText()
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const check = async (chosen: { record?: boolean; own_groups?: boolean }) => {
    setIsBusy(true)
    const { draft_id: draftId, record, own_groups: ownGroups } = draft
    try {
      await call(consoleImports.check, { draft_id: draftId, record, own_groups: ownGroups, ...chosen })
      await client.invalidateQueries({ queryKey: keyOf(consoleImports.one) })
      onChecked()
    } catch (error) {
      if (error instanceof Error && !isCancelled(error)) showToast(error.message, { isProblem: true })
    }
    setIsBusy(false)
  }
  return (
    <div className={styles['options']}>
      {options.map(({ name, label, hint }) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={draft[name]}
            disabled={isBusy}
            onChange={({ target }) => void check({ [name]: target.checked })}
          />
          <span>
            {t(label)}
            <small>{t(hint)}</small>
          </span>
        </label>
      ))}
      <div className={styles['choices']}>
        <Button isPending={isBusy} onPress={() => void check({})}>
          {t('again')}
        </Button>
      </div>
    </div>
  )
}

function RefusedEntries({
  refused,
  count,
}: {
  readonly refused: DraftPart['refused']
  readonly count: number
}) {
  const t = useImportsText()
  return (
    <Section title={t('refused', { count })}>
      <ul className={styles['refused']}>
        {refused.map(({ line, what, why }) => {
          const reason = reasonOf(why)
          return (
            <li key={`${line} ${why}`}>
              <span>{what}</span>
              <small>
                {t('line', { line })}: {reason === undefined ? why : t(reason)}
              </small>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

interface DecisionProps {
  readonly draft: Draft
  readonly selection: Selection
  readonly chosen: number
}

function Decision({ draft: { draft_id: draftId }, selection, chosen }: DecisionProps) {
  const t = useImportsText()
  const [, go] = useLocation()
  const client = useQueryClient()
  const refresh = useContentRefresh()
  const undo = useUndo()
  const [busy, setBusy] = useState<'apply' | 'discard'>()
  const end = async (act: 'apply' | 'discard', work: () => Promise<void>) => {
    setBusy(act)
    try {
      await work()
      go('/imports')
    } catch (error) {
      if (error instanceof Error && !isCancelled(error)) showToast(error.message, { isProblem: true })
    }
    await Promise.all([client.invalidateQueries({ queryKey: keyOf(consoleImports.list) }), refresh()])
    setBusy(undefined)
  }
  const apply = async () => {
    const input = { draft_id: draftId, ...takenOf(selection) }
    const { change_id: changeId, changed } = await call(consoleImports.apply, input)
    if (changeId === 0) showToast(t('doneNothing'))
    else showToast(t('done', { count: changed }), { onUndo: () => void undo(changeId) })
  }
  const discard = async () => {
    await call(consoleImports.discard, { draft_id: draftId })
    showToast(t('discarded'))
  }
  return (
    <section className={styles['decision']} aria-label={t('chosen', { count: chosen })}>
      <p role="status">{t('chosen', { count: chosen })}</p>
      <Button
        look="primary"
        isPending={busy === 'apply'}
        isDisabled={chosen === 0}
        onPress={() => void end('apply', apply)}
      >
        {t('apply')}
      </Button>
      <Button isPending={busy === 'discard'} onPress={() => void end('discard', discard)}>
        {t('discard')}
      </Button>
    </section>
  )
}
