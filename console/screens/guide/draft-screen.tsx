import { useState } from 'react'
import { useLocation } from 'wouter'
import { consoleGuideDrafts } from '#contract/console/guide-drafts.ts'
import { type Selection, countChosen, everything, takenOf } from '#console/changes/selection.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useCall } from '#console/session/queries.ts'
import { ReasonWords } from '#console/reasons/reason-words.tsx'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { DraftChannels } from './draft-channels.tsx'
import { type GuideDraft, type HowToRead, type LoadedDraft, longMs } from './draft-data.ts'
import { DraftProposals, RefusedProgrammes } from './draft-left.tsx'
import { DraftSchedule } from './draft-schedule.tsx'
import { DraftSums, DraftWarnings } from './draft-sums.tsx'
import { DraftTimes } from './draft-times.tsx'
import { useGuideDraftsText } from './guide-drafts-text.ts'
import { About } from './guide-drafts.tsx'
import styles from './guide-drafts.module.css'

/** `/guide/drafts/:id`: what a guide would change; nothing has changed yet. */
export function GuideDraftScreen({ draftId }: { readonly draftId: number }) {
  const t = useGuideDraftsText()
  const { data, error, refetch } = useCall(consoleGuideDrafts.one, { draft_id: draftId })
  const above = <BackLink href="/guide" text={t('back')} />
  return (
    <Page title={data?.draft.name ?? t('title')} above={above}>
      {data !== undefined ? (
        // Another comparison may have other channels.
        <Content key={data.draft.comparison} loaded={data} />
      ) : error === null ? (
        <Skeleton lines={8} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Content({ loaded }: { readonly loaded: LoadedDraft }) {
  const t = useGuideDraftsText()
  const { draft, channels, proposals, refused } = loaded
  const mayEdit = useMay()('guide', 'edit') && draft.state === 'open'
  const [selection, setSelection] = useState<Selection>(everything)
  const { busy, end } = useEnding(draft)
  const isRefused = draft.refused_whole !== ''
  return (
    <div className={styles['draft']}>
      <About draft={draft} />
      {isRefused ? (
        <div role="alert">
          <Empty text={t('refused')} />
          <ReasonWords reason={draft.refused_whole} />
        </div>
      ) : (
        <>
          <DraftSums draft={draft} />
          <DraftWarnings loaded={loaded} />
        </>
      )}
      {mayEdit ? (
        <DraftTimes draft={draft} isBusy={busy !== undefined} onRead={(how) => end('check', how)} />
      ) : null}
      {mayEdit && draft.is_json ? (
        <DraftSchedule
          draftId={draft.draft_id}
          isBusy={busy !== undefined}
          isRefused={isRefused}
          onRead={(mapping) => end('check', { mapping })}
        />
      ) : null}
      {isRefused ? null : channels.length === 0 ? (
        <Empty
          text={t(draft.state === 'applied' ? 'appliedOnly' : draft.faraway > 0 ? 'nothingNear' : 'nothing')}
        />
      ) : (
        <DraftChannels
          draft={draft}
          channels={channels}
          mayEdit={mayEdit && busy === undefined}
          selection={selection}
          onSelect={setSelection}
        />
      )}
      <DraftProposals
        draft={draft}
        proposals={proposals}
        {...(mayEdit ? { isBusy: busy !== undefined, onDecided: () => end('check') } : {})}
      />
      <RefusedProgrammes refused={refused} count={draft.refused_count} />
      {mayEdit ? (
        <Decision
          chosen={isRefused ? 0 : countChosen(selection, channels.length)}
          busy={busy}
          onEnd={(act) => void end(act, undefined, selection)}
        />
      ) : null}
    </div>
  )
}

type Act = 'apply' | 'discard' | 'check'

interface DecisionProps {
  readonly chosen: number
  readonly busy: Act | undefined
  readonly onEnd: (act: Act) => void
}

function Decision({ chosen, busy, onEnd }: DecisionProps) {
  const t = useGuideDraftsText()
  return (
    <section className={styles['decision']} aria-label={t('chosen', { count: chosen })}>
      <p role="status">{t('chosen', { count: chosen })}</p>
      <Button
        look="primary"
        isPending={busy === 'apply'}
        isDisabled={chosen === 0}
        onPress={() => onEnd('apply')}
      >
        {t('apply')}
      </Button>
      <Button isPending={busy === 'check'} onPress={() => onEnd('check')}>
        {t('again')}
      </Button>
      <Button isPending={busy === 'discard'} onPress={() => onEnd('discard')}>
        {t('discard')}
      </Button>
    </section>
  )
}

/** Applies or discards a guide and goes back to the list, or reads and compares it again. */
function useEnding(draft: GuideDraft) {
  const t = useGuideDraftsText()
  const [, go] = useLocation()
  const { send } = useSending('guide')
  const [busy, setBusy] = useState<Act>()
  const input = { draft_id: draft.draft_id }
  const options = { limitMs: longMs }
  const apply = (selection: Selection) => {
    const { take, items: cids } = takenOf(selection)
    const textOf = ({ changed }: { readonly changed: number }) => t('done', { count: changed })
    return send(
      consoleGuideDrafts.apply,
      { ...input, take, cids, comparison: draft.comparison },
      textOf,
      options,
    )
  }
  const check = (how?: HowToRead) =>
    send(consoleGuideDrafts.check, { ...input, ...how }, () => t('compared'), options)
  const end = async (act: Act, how?: HowToRead, selection: Selection = everything) => {
    setBusy(act)
    const isDone =
      act === 'apply'
        ? await apply(selection)
        : act === 'check'
          ? await check(how)
          : await send(consoleGuideDrafts.discard, input, () => t('discarded'))
    setBusy(undefined)
    if (isDone && act !== 'check') go('/guide')
  }
  return { busy, end }
}
