/** What of a guide is not taken: channels that are only alike, and programmes that are broken. */
import { useState } from 'react'
import type { LoadedDraft } from './draft-data.ts'
import { ReasonWords } from '#console/reasons/reason-words.tsx'
import { Button } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Section } from '#console/ui/page.tsx'
import { useGuideDraftsText } from './guide-drafts-text.ts'
import { OwnChannelDialog } from './own-channel-dialog.tsx'
import { useDecisions } from './use-decisions.ts'
import styles from './guide-drafts.module.css'

interface DraftProposalsProps extends Pick<LoadedDraft, 'draft' | 'proposals'> {
  readonly isBusy?: boolean
  /** Reads the guide again after a decision; absent: nothing can be decided here. */
  readonly onDecided?: () => Promise<void>
}

/** Channels that are only alike: each can be decided, and the guide is compared again. */
export function DraftProposals({ draft, proposals, isBusy = false, onDecided }: DraftProposalsProps) {
  const t = useGuideDraftsText()
  const decisions = useDecisions()
  const [choosing, setChoosing] = useState<Proposal>()
  if (proposals.length === 0) return null
  const decide = async (act: 'confirm' | 'reject', cid: number, guideId: string) => {
    const isDone = await decisions[act]([{ cid, guide_id: guideId }])
    if (isDone) await onDecided?.()
    return isDone
  }
  const isOfSource = draft.source !== null
  return (
    <Section
      title={t('proposals', { count: proposals.length })}
      text={t(draft.state === 'applied' ? 'proposalsApplied' : 'proposalsText')}
      acts={isOfSource ? <LinkButton href="/guide/matching">{t('toMatching')}</LinkButton> : null}
    >
      <ul className={styles['left']}>
        {proposals.map((proposal) => {
          const { cid, label, guide_id: guideId, guide_name: name, score, doubt } = proposal
          return (
            <li key={cid}>
              <span>
                {label} — {name}
              </span>
              <small>
                {Math.round(score * 100)} %, {t(`doubt.${doubt}`)}
              </small>
              {onDecided === undefined ? null : (
                <span className={styles['choices']}>
                  <Button
                    isPending={isBusy}
                    aria-label={t('sameOf', { name: label })}
                    onPress={() => void decide('confirm', cid, guideId)}
                  >
                    {t('same')}
                  </Button>
                  <Button
                    look="quiet"
                    isPending={isBusy}
                    aria-label={t('otherOf', { name })}
                    onPress={() => setChoosing(proposal)}
                  >
                    {t('other')}
                  </Button>
                  <Button
                    look="quiet"
                    isPending={isBusy}
                    aria-label={t('notSameOf', { name: label })}
                    onPress={() => void decide('reject', cid, guideId)}
                  >
                    {t('notSame')}
                  </Button>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {choosing === undefined ? null : (
        <OwnChannelDialog
          name={choosing.guide_name}
          onChoose={(cid) => {
            setChoosing(undefined)
            void decide('confirm', cid, choosing.guide_id)
          }}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </Section>
  )
}

type Proposal = LoadedDraft['proposals'][number]

interface RefusedProgrammesProps extends Pick<LoadedDraft, 'refused'> {
  readonly count: number
}

export function RefusedProgrammes({ refused, count }: RefusedProgrammesProps) {
  const t = useGuideDraftsText()
  if (count === 0) return null
  return (
    <Section title={t('refusedProgrammes', { count })}>
      <ul className={styles['left']}>
        {refused.map(({ where, what, why }) => (
          <li key={`${where} ${what}`}>
            <span>{what}</span>
            <small>{where}</small>
            <ReasonWords reason={why} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
