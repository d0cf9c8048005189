/** What of a guide is not taken: channels that are only alike, and programmes that are broken. */
import type { LoadedDraft } from './draft-data.ts'
import { ReasonWords } from '#console/reasons/reason-words.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Section } from '#console/ui/page.tsx'
import { useGuideDraftsText } from './guide-drafts-text.ts'
import styles from './guide-drafts.module.css'

export function DraftProposals({ proposals }: Pick<LoadedDraft, 'proposals'>) {
  const t = useGuideDraftsText()
  if (proposals.length === 0) return null
  return (
    <Section
      title={t('proposals', { count: proposals.length })}
      text={t('proposalsText')}
      acts={<LinkButton href="/guide/matching">{t('toMatching')}</LinkButton>}
    >
      <ul className={styles['left']}>
        {proposals.map(({ cid, label, guide_name: name, score, doubt }) => (
          <li key={cid}>
            <span>
              {label} — {name}
            </span>
            <small>
              {Math.round(score * 100)} %, {t(`doubt.${doubt}`)}
            </small>
          </li>
        ))}
      </ul>
    </Section>
  )
}

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
