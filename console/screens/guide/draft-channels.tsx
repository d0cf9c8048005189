/** The channels of a guide, each with what it changes; each can be chosen, and its programmes are loaded when opened. */
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { type Selection, everything, isChosen, nothing, toggle } from '#console/changes/selection.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Empty } from '#console/ui/page.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { type ChannelView, type DraftChannel, type GuideDraft, channelViews, isInView } from './draft-data.ts'
import { DraftProgrammes } from './draft-programmes.tsx'
import { useGuideDraftsText } from './guide-drafts-text.ts'
import styles from './guide-drafts.module.css'

interface DraftChannelsProps {
  readonly draft: GuideDraft
  readonly channels: readonly DraftChannel[]
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly mayEdit: boolean
}

const shownAtOnce = 100

export function DraftChannels({ draft, channels, selection, onSelect, mayEdit }: DraftChannelsProps) {
  const t = useGuideDraftsText()
  const [view, setView] = useChannelView()
  const [limit, setLimit] = useState(shownAtOnce)
  const some = channels.filter((channel) => isInView(channel, view))
  return (
    <>
      <ViewChips<ChannelView>
        label={t('views')}
        views={channelViews.map((name) => ({
          name,
          text: t(`view.${name}`),
          count: channels.filter((channel) => isInView(channel, name)).length,
        }))}
        chosen={view}
        onChoose={setView}
      />
      {mayEdit ? (
        <div className={styles['choices']}>
          <Button look="quiet" onPress={() => onSelect(everything)}>
            {t('chooseAll')}
          </Button>
          <Button look="quiet" onPress={() => onSelect(nothing)}>
            {t('chooseNone')}
          </Button>
        </div>
      ) : null}
      {some.length === 0 ? <Empty text={t(`empty.${view}`)} /> : null}
      <ul className={styles['items']}>
        {some.slice(0, limit).map((channel) => (
          <Channel
            key={channel.cid}
            draft={draft}
            channel={channel}
            isChosen={isChosen(selection, channel.cid, false)}
            {...(mayEdit ? { onToggle: () => onSelect(toggle(selection, channel.cid, false)) } : {})}
          />
        ))}
      </ul>
      {some.length > limit ? (
        <Button onPress={() => setLimit(limit + shownAtOnce)}>
          {t('moreProgrammes', { count: some.length - limit })}
        </Button>
      ) : null}
    </>
  )
}

/** The view is in the address: `?show=marked`. */
function useChannelView(): readonly [ChannelView, (view: ChannelView) => void] {
  const [query, setQuery] = useSearchParams()
  const view = channelViews.find((one) => one === query.get('show')) ?? 'differing'
  const setView = (next: ChannelView) =>
    setQuery(next === 'differing' ? new URLSearchParams() : new URLSearchParams({ show: next }), {
      replace: true,
    })
  return [view, setView]
}

interface ChannelProps {
  readonly draft: GuideDraft
  readonly channel: DraftChannel
  readonly isChosen: boolean
  /** Absent: it cannot be chosen. */
  readonly onToggle?: () => void
}

function Channel({ draft, channel, isChosen: checked, onToggle }: ChannelProps) {
  const t = useGuideDraftsText()
  const [language, nowSec] = [useLanguage(), useNowSec()]
  const {
    cid,
    number,
    added,
    changed,
    removed,
    begin,
    end,
    gaps,
    gap_minutes: minutes,
    lost,
    ahead,
  } = channel
  const { marks, shifted_hours: hours, guide_name: guideName } = channel
  const own = channel.name_ru || channel.name_uz
  const name = `${number} ${own}`
  const differs = added + changed + removed > 0
  const signed = hours > 0 ? `+${hours}` : String(hours)
  const moment = (sec: number) => formatMoment(sec, language, nowSec)
  return (
    <li>
      {onToggle === undefined ? null : (
        <input type="checkbox" aria-label={t('choose', { name })} checked={checked} onChange={onToggle} />
      )}
      <div>
        <p className={styles['label']}>
          <strong>{name}</strong>
          {marks.map((mark) => (
            <Badge key={mark} tone="warn">
              {t(`mark.${mark}`, { lost, ahead, hours: signed })}
            </Badge>
          ))}
        </p>
        <p>{differs ? t('counts', { added, changed, removed }) : t('asIs')}</p>
        <small>
          {t('period', { from: moment(begin), to: moment(end) })}
          {gaps === 0 ? '' : ` · ${t('gaps', { count: gaps, minutes })}`}
          {guideName === '' || guideName === own ? '' : ` · ${t('inGuide', { name: guideName })}`}
        </small>
        <p className={styles['links']}>
          <Link href={`/guide/timeline/${cid}`} aria-label={t('toTimeline', { name })}>
            {t('toTimeline', { name: number })}
          </Link>
          {marks.includes('unsure') || marks.includes('other') ? (
            <Link href={`/guide/matching?view=all&q=${encodeURIComponent(own)}`}>{t('toMatching')}</Link>
          ) : null}
        </p>
        {differs && draft.state === 'open' ? (
          <DraftProgrammes draftId={draft.draft_id} cid={cid} name={name} />
        ) : null}
      </div>
    </li>
  )
}
