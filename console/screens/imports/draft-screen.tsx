import { useState } from 'react'
import { ReasonWords } from '#console/reasons/reason-words.tsx'
import { useLocation } from 'wouter'
import { consoleImports } from '#contract/console/imports.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { MissingLogos } from '#console/pictures/missing-logos.tsx'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { DraftItems, useDraft, useListView } from './draft-items.tsx'
import { About, type Draft } from './imports-screen.tsx'
import { useImportsText } from './imports-text.ts'
import { reasonOf } from './refusal-text.ts'
import { DiskForecast } from './disk-forecast.tsx'
import { countChosen, everything, type Selection, takenOf } from '#console/changes/selection.ts'
import { UnknownGroups } from './unknown-groups.tsx'
import type { DraftPart } from './draft-part.ts'
import styles from './imports.module.css'

/** `/imports/:id`: what a list would change; nothing has changed yet. */
export function DraftScreen({ draftId }: { readonly draftId: number }) {
  const t = useImportsText()
  const [view] = useListView()
  const { data, error, refetch } = useDraft(draftId, view)
  const part = data?.pages[0]
  return (
    <Page title={part?.draft.name ?? t('title')} above={<BackLink href="/imports" text={t('back')} />}>
      {part !== undefined ? (
        // Another comparison has other items.
        <Content key={part.comparison} part={part} />
      ) : error === null ? (
        <Skeleton lines={8} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Content({
  part: { draft, counts, refused, groups, disk, comparison },
}: {
  readonly part: DraftPart
}) {
  const t = useImportsText()
  const mayEdit = useMay()('channels', 'edit') && draft.state === 'open'
  const [selection, setSelection] = useState<Selection>(everything)
  const { isBusy, check } = useComparison(draft, () => setSelection(everything))
  if (draft.refused_whole !== '') return <RefusedWhole draft={draft} mayEdit={mayEdit} />
  const listed = counts.new + counts.changed
  return (
    <div className={styles['draft']}>
      <div className={styles['about']}>
        <About draft={draft} />
        <small>{t('unchanged', { count: draft.unchanged })}</small>
      </div>
      <MissingLogos />
      {mayEdit ? <Options draft={draft} isBusy={isBusy} onCheck={check} /> : null}
      {mayEdit && !isBusy && disk !== null ? <DiskForecast disk={disk} /> : null}
      {mayEdit && groups.length > 0 ? <UnknownGroups groups={groups} onMapped={() => check()} /> : null}
      {listed + counts.gone === 0 ? (
        <Empty text={t('nothing')} />
      ) : (
        <DraftItems
          draftId={draft.draft_id}
          onSelect={setSelection}
          // The items get other numbers when the list is compared.
          mayEdit={mayEdit && !isBusy}
          {...{ counts, selection }}
        />
      )}
      {refused.length === 0 ? null : <RefusedEntries refused={refused} count={draft.refused_count} />}
      {mayEdit && !isBusy ? (
        <Decision
          draft={draft}
          taken={{ ...takenOf(selection), comparison }}
          chosen={countChosen(selection, listed)}
        />
      ) : null}
    </div>
  )
}

interface ComparisonOptions {
  readonly record?: boolean
  readonly own_groups?: boolean
}

/** Compares a draft again with the channels as they are now. */
function useComparison(draft: Draft, onChecked: () => void) {
  const t = useImportsText()
  const { send } = useSending()
  const [isBusy, setIsBusy] = useState(false)
  const check = async (chosen: ComparisonOptions = {}) => {
    setIsBusy(true)
    const { draft_id: draftId, record, own_groups: ownGroups } = draft
    const input = { draft_id: draftId, record, own_groups: ownGroups, ...chosen }
    await send(consoleImports.check, input, () => {
      onChecked()
      return t('compared')
    })
    setIsBusy(false)
  }
  return { isBusy, check }
}

interface RefusedWholeProps {
  readonly draft: Draft
  readonly mayEdit: boolean
}

function RefusedWhole({ draft: { draft_id: draftId, refused_whole: why }, mayEdit }: RefusedWholeProps) {
  const t = useImportsText()
  const { busy, end } = useEnding(draftId)
  const reason = reasonOf(why)
  return (
    <>
      <div role="alert">
        <Empty text={reason === undefined ? t('refusedWhole') : `${t('refusedWhole')}: ${t(reason)}`} />
        {reason === undefined ? <ReasonWords reason={why} /> : null}
      </div>
      {mayEdit ? (
        <div className={styles['choices']}>
          <Button isPending={busy === 'discard'} onPress={() => void end('discard')}>
            {t('discard')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Applies or discards a draft, and goes back to the list of drafts. */
function useEnding(draftId: number) {
  const t = useImportsText()
  const [, go] = useLocation()
  const { send } = useSending()
  const [busy, setBusy] = useState<'apply' | 'discard'>()
  const apply = (taken: Taken) =>
    send(consoleImports.apply, { draft_id: draftId, ...taken }, ({ changed }) =>
      t('done', { count: changed }),
    )
  const discard = () => send(consoleImports.discard, { draft_id: draftId }, () => t('discarded'))
  const end = async (act: 'apply' | 'discard', taken?: Taken) => {
    setBusy(act)
    if (await (taken === undefined ? discard() : apply(taken))) go('/imports')
    setBusy(undefined)
  }
  return { busy, end }
}

type Taken = ReturnType<typeof takenOf> & { readonly comparison: string }

const options = [
  { name: 'record', label: 'record', hint: 'recordHint' },
  { name: 'own_groups', label: 'ownGroups', hint: 'ownGroupsHint' },
] as const

interface OptionsProps {
  readonly draft: Draft
  readonly isBusy: boolean
  readonly onCheck: (chosen?: ComparisonOptions) => Promise<void>
}

/** Options that change what the list would do: it is compared again. */
function Options({ draft, isBusy, onCheck }: OptionsProps) {
  const t = useImportsText()
  return (
    <div className={styles['options']}>
      {options.map(({ name, label, hint }) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={draft[name]}
            disabled={isBusy}
            onChange={({ target }) => void onCheck({ [name]: target.checked })}
          />
          <span>
            {t(label)}
            <small>{t(hint)}</small>
          </span>
        </label>
      ))}
      <div className={styles['choices']}>
        <Button isPending={isBusy} onPress={() => void onCheck()}>
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
                {t('line', { line })}
                {reason === undefined ? null : `: ${t(reason)}`}
              </small>
              {reason === undefined ? <ReasonWords reason={why} /> : null}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

interface DecisionProps {
  readonly draft: Draft
  readonly taken: Taken
  readonly chosen: number
}

function Decision({ draft: { draft_id: draftId }, taken, chosen }: DecisionProps) {
  const t = useImportsText()
  const { busy, end } = useEnding(draftId)
  return (
    <section className={styles['decision']} aria-label={t('chosen', { count: chosen })}>
      <p role="status">{t('chosen', { count: chosen })}</p>
      <Button
        look="primary"
        isPending={busy === 'apply'}
        isDisabled={chosen === 0}
        onPress={() => void end('apply', taken)}
      >
        {t('apply')}
      </Button>
      <Button isPending={busy === 'discard'} onPress={() => void end('discard')}>
        {t('discard')}
      </Button>
    </section>
  )
}
