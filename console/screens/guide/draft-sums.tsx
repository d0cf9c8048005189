/** A guide in numbers, and what is strange about it as a whole. */
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import type { GuideDraft, LoadedDraft } from './draft-data.ts'
import { useGuideDraftsText } from './guide-drafts-text.ts'
import styles from './guide-drafts.module.css'

export function DraftSums({ draft }: { readonly draft: GuideDraft }) {
  const t = useGuideDraftsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { channels, guide_channels: of, foreign, faraway, faraway_at: farawayAt } = draft
  const sums = [
    ...(['added', 'changed', 'removed', 'unchanged'] as const).map(
      (name) => [name, String(draft[name])] as const,
    ),
    ['channels', t('channelsOf', { count: channels, of })] as const,
    ...(foreign === 0 ? [] : [['foreign', String(foreign)] as const]),
    ...(farawayAt === null
      ? []
      : [
          [
            'faraway',
            t('farawayFrom', { count: faraway, when: formatMoment(farawayAt, language, nowSec) }),
          ] as const,
        ]),
  ]
  return (
    <dl className={styles['sums']} aria-label={t('sums')}>
      {sums.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`sum.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A fifth of what is ahead is a mass loss, as for sources. */
const shareLost = 0.2
const maxNamed = 10

export function DraftWarnings({ loaded: { draft, missing } }: { readonly loaded: LoadedDraft }) {
  const t = useGuideDraftsText()
  const { ahead, lost } = draft
  const names = missing.slice(0, maxNamed).join(', ') + (missing.length > maxNamed ? ' …' : '')
  const warnings = [
    ...(lost > ahead * shareLost ? [t('lossWarning', { lost, ahead })] : []),
    ...(missing.length === 0 ? [] : [t('missingWarning', { count: missing.length, names })]),
  ]
  if (warnings.length === 0) return null
  return (
    <ul className={styles['warnings']}>
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  )
}
