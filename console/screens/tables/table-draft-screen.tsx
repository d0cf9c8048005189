import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type Selection, countChosen, everything, takenOf } from '#console/changes/selection.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import type { TableSubject } from '#console/tables/download-table.ts'
import { isNamed, useTablesText } from '#console/tables/tables-text.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { longMs, subjects, type TablePart } from './subjects.ts'
import { TableItems, useTable, useTableView } from './table-items.tsx'
import { Problems, Warnings } from './table-problems.tsx'
import { About } from './tables-screen.tsx'
import styles from './tables.module.css'

interface TableDraftScreenProps {
  readonly subject: TableSubject
  readonly draftId: number
}

/** `/channels/tables/:id` and its like: what a table would change; nothing has changed yet. */
export function TableDraftScreen({ subject, draftId }: TableDraftScreenProps) {
  const t = useTablesText()
  const [view] = useTableView()
  const { data, error, refetch } = useTable(subject, draftId, view)
  const part = data?.pages[0]
  const above = <BackLink href={`${subjects[subject].path}/tables`} text={t('back')} />
  return (
    <Page title={part?.draft.name ?? t(`title.${subject}`)} above={above}>
      {part !== undefined ? (
        // Another comparison has other items.
        <Content key={part.comparison} subject={subject} part={part} />
      ) : error === null ? (
        <Skeleton lines={8} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Content({ subject, part }: { readonly subject: TableSubject; readonly part: TablePart }) {
  const { draft, counts, problems, warnings, comparison } = part
  const t = useTablesText()
  const mayEdit = useMay()(subjects[subject].section, 'edit') && draft.state === 'open'
  const [selection, setSelection] = useState<Selection>(everything)
  const { busy, end } = useEnding(subject, draft.draft_id, () => setSelection(everything))
  const key = `refusal.${draft.refusal}`
  const isRefused = draft.refusal !== ''
  const listed = counts.new + counts.changed
  const chosen = countChosen(selection, listed)
  return (
    <div className={styles['draft']}>
      <div className={styles['about']}>
        <About draft={draft} />
        {isRefused ? null : <small>{t('unchanged', { count: draft.unchanged })}</small>}
      </div>
      {isRefused ? (
        <div role="alert">
          <Empty text={`${t('refused')}: ${isNamed(key) ? t(key as 'refusal.empty') : draft.refusal}`} />
        </div>
      ) : null}
      <Warnings warnings={warnings} />
      {isRefused ? null : counts.all === 0 ? (
        <Empty text={t('nothing')} />
      ) : (
        <TableItems
          draftId={draft.draft_id}
          mayEdit={mayEdit && busy === undefined}
          onSelect={setSelection}
          {...{ subject, counts, selection }}
        />
      )}
      <Problems problems={problems} count={draft.problem_count} />
      {mayEdit ? (
        <section className={styles['decision']} aria-label={t('chosen', { count: chosen })}>
          {isRefused || counts.all === 0 ? null : (
            <>
              <p role="status">{t('chosen', { count: chosen })}</p>
              <Button
                look="primary"
                isPending={busy === 'apply'}
                isDisabled={chosen === 0}
                onPress={() => void end('apply', { ...takenOf(selection), comparison })}
              >
                {t('apply')}
              </Button>
            </>
          )}
          {isRefused ? null : (
            <Button isPending={busy === 'check'} onPress={() => void end('check')}>
              {t('again')}
            </Button>
          )}
          <Button isPending={busy === 'discard'} onPress={() => void end('discard')}>
            {t('discard')}
          </Button>
        </section>
      ) : null}
    </div>
  )
}

type Act = 'apply' | 'discard' | 'check'
type Taken = ReturnType<typeof takenOf> & { readonly comparison: string }

/** Applies or discards a table and goes back to the list, or compares it again. */
function useEnding(subject: TableSubject, draftId: number, onChecked: () => void) {
  const t = useTablesText()
  const [, go] = useLocation()
  const { endpoints, section, path } = subjects[subject]
  const { send } = useSending(section)
  const client = useQueryClient()
  const [busy, setBusy] = useState<Act>()
  const input = { draft_id: draftId }
  const options = { limitMs: longMs }
  const acts = {
    apply: (taken: Taken | undefined) =>
      send(
        endpoints.apply,
        { ...input, take: 'all', ...taken },
        ({ changed, left }) =>
          left === 0 ? t('done', { count: changed }) : t('left', { count: changed, left }),
        options,
      ),
    discard: () => send(endpoints.discard, input, () => t('discarded')),
    check: () =>
      send(
        endpoints.check,
        input,
        () => {
          onChecked()
          return t('compared')
        },
        options,
      ),
  }
  const end = async (act: Act, taken?: Taken) => {
    setBusy(act)
    const isDone = await acts[act](taken)
    await client.invalidateQueries({ queryKey: keyOf(endpoints.list) })
    setBusy(undefined)
    if (isDone && act !== 'check') go(`${path}/tables`)
  }
  return { busy, end }
}
