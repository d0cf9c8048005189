import { useState } from 'react'
import {
  consoleBroadcastTitles as endpoints,
  type BroadcastTitleItem,
} from '#contract/console/broadcast-titles.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge } from '#console/ui/page.tsx'
import { AttachDialog } from './attach-dialog.tsx'
import { useBroadcastTitlesText } from './broadcast-titles-text.ts'
import styles from './guide-drafts.module.css'

/** A film or a series of the guide: what fits it, how well and why, what was decided, and the acts. */
export function BroadcastTitleRow({ title }: { readonly title: BroadcastTitleItem }) {
  const t = useBroadcastTitlesText()
  const { name, kind, year, broadcasts, score, match, decision } = title
  const shown = [title.decided, match].find((one) => one?.vid === title.shown_vid) ?? null
  const facts = [t(`kind.${kind}`), ...(year === 0 ? [] : [year]), t('broadcasts', { count: broadcasts })]
  const reasons = title.reasons.map((reason) => t(`reason.${reason}`)).join(', ')
  return (
    <li className={styles['word']}>
      <div>
        <p className={styles['label']}>
          <strong>{name}</strong>
          <span>{facts.join(' · ')}</span>
          {decision === 'none' ? null : (
            <Badge>{t(`decision.${decision}`, { who: title.staff_name || t('terminal') })}</Badge>
          )}
        </p>
        <small>
          {match === null ? t('none') : `${t('score', { score })}: ${nameWithYear(match)} (${reasons})`}
        </small>
        {shown === null ? null : (
          <p className={styles['label']}>
            <small>{t('shown', { name: nameWithYear(shown) })}</small>
          </p>
        )}
      </div>
      <Acts title={title} />
    </li>
  )
}

function nameWithYear({ name, year }: NonNullable<BroadcastTitleItem['match']>): string {
  return year === 0 ? name : `${name}, ${year}`
}

function Acts({ title }: { readonly title: BroadcastTitleItem }) {
  const t = useBroadcastTitlesText()
  const mayEdit = useMay()('guide', 'edit')
  const { send } = useSending('guide')
  const [isAttaching, setAttaching] = useState(false)
  if (!mayEdit) return null
  const { id, match, decision } = title
  return (
    <div className={styles['label']}>
      {match !== null && decision === 'none' ? (
        <Button onPress={() => void send(endpoints.confirm, { id }, () => t('confirmed'))}>
          {t('confirm')}
        </Button>
      ) : null}
      <Button onPress={() => setAttaching(true)}>{t(match === null ? 'attachNone' : 'attach')}</Button>
      {match !== null && decision !== 'detached' ? (
        <Button onPress={() => void send(endpoints.detach, { id }, () => t('detached'))}>
          {t('detach')}
        </Button>
      ) : null}
      {decision === 'none' ? null : (
        <Button onPress={() => void send(endpoints.reset, { id }, () => t('wasReset'))}>{t('reset')}</Button>
      )}
      {isAttaching ? (
        <AttachDialog
          name={title.name}
          onChoose={(film) => {
            setAttaching(false)
            void send(endpoints.attach, { id, vid: film.vid }, () => t('attached', { name: film.name }))
          }}
          onClose={() => setAttaching(false)}
        />
      ) : null}
    </div>
  )
}
