import { Link } from 'wouter'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Badge } from '#console/ui/page.tsx'
import { Button } from '#console/ui/button.tsx'
import { useGuideText } from './guide-text.ts'
import { type Channel, isInView } from './matching-view.ts'
import { NextProgrammes } from './next-programmes.tsx'
import type { Decisions } from './use-decisions.ts'
import styles from './guide.module.css'

type Match = NonNullable<Channel['match']>

interface MatchRowProps {
  readonly channel: Channel
  /** Undefined: the role may only look. */
  readonly decisions: Decisions | undefined
  readonly onFind: () => void
  readonly isSelected?: boolean
  /** Absent: it cannot be selected. */
  readonly onToggle?: () => void
}

/** One of our channels with what feeds it, or what is proposed. */
export function MatchRow({ channel, decisions, onFind, isSelected = false, onToggle }: MatchRowProps) {
  const t = useGuideText()
  const { cid, number, name_ru: name, match } = channel
  const language = useLanguage()
  const nowSec = useNowSec()
  const until = channel.guide_until
  return (
    <li className={styles['item']}>
      <div className={styles['ours']}>
        {onToggle === undefined ? null : (
          <input
            type="checkbox"
            aria-label={t('select', { name })}
            checked={isSelected}
            onChange={onToggle}
          />
        )}
        <div className={styles['what']}>
          <Link href={`/channels/${cid}`}>
            {number} {name}
          </Link>
          <Link className={styles['until']} href={`/guide/timeline/${cid}`}>
            <span className="spoken">{t('timelineOf', { name })}: </span>
            {until === null || until < nowSec
              ? t('noGuide')
              : t('until', { when: formatMoment(until, language, nowSec) })}
          </Link>
        </div>
      </div>
      {match === null ? (
        <p className={styles['what']}>
          <small>{t('missing')}</small>
        </p>
      ) : (
        <Theirs match={match} isProposal={isInView(channel, 'proposed')} />
      )}
      {decisions === undefined ? null : <Acts {...{ channel, decisions, onFind }} />}
    </li>
  )
}

function Theirs({ match, isProposal }: { readonly match: Match; readonly isProposal: boolean }) {
  const t = useGuideText()
  const {
    guide_name: name,
    guide_id: id,
    source,
    score,
    doubt,
    matched_by: by,
    is_applied: isApplied,
  } = match
  return (
    <div className={styles['what']}>
      <p className={styles['label']}>
        <strong>{name || id}</strong>
        {isProposal ? (
          <Badge tone={score >= 0.8 ? 'plain' : 'warn'}>
            {t('score', { percent: Math.round(score * 100) })}
          </Badge>
        ) : (
          <Badge tone="good">{t(`by.${by === 'likeness' ? 'name' : by}`)}</Badge>
        )}
        {by === 'alias' && !isApplied ? <Badge>{t('soon')}</Badge> : null}
      </p>
      <small>
        {id} · {source}
        {doubt === '' || !isProposal ? '' : ` · ${t(`doubt.${doubt}`)}`}
      </small>
      <NextProgrammes next={match.next} />
    </div>
  )
}

function Acts({
  channel,
  decisions,
  onFind,
}: Required<Pick<MatchRowProps, 'channel' | 'onFind'>> & { readonly decisions: Decisions }) {
  const t = useGuideText()
  const { cid, match } = channel
  const pair = match === null ? undefined : { cid, guide_id: match.guide_id }
  return (
    <div className={styles['acts']}>
      {pair !== undefined && isInView(channel, 'proposed') ? (
        <Button data-act="confirm" onPress={() => void decisions.confirm([pair])}>
          {t('confirm')}
        </Button>
      ) : null}
      {pair === undefined ? null : (
        <Button look="quiet" data-act="reject" onPress={() => void decisions.reject([pair])}>
          {t('reject')}
        </Button>
      )}
      <Button look="quiet" onPress={onFind}>
        {t('find')}
      </Button>
    </div>
  )
}
