import { formatTime } from '#web/i18n/format.ts'
import { useText } from '#console/session/text.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { classes } from '#console/ui/classes.ts'
import { Menu, type MenuEntry } from '#console/ui/menu.tsx'
import { Badge, Empty } from '#console/ui/page.tsx'
import type { Dialogued, Entry, Programme, Span, Timeline } from './timeline-data.ts'
import { useLasting, useTimelineText } from './timeline-text.ts'
import { type TimelineActs, useTimelineActs } from './use-timeline-acts.ts'
import styles from './timeline.module.css'

interface EntryListProps {
  readonly timeline: Timeline
  readonly entries: readonly Entry[]
  /** Undefined: the role may only look. */
  readonly onOpen: ((subject: Dialogued) => void) | undefined
}

/** A day in words: programmes, gaps and overlaps, in order. */
export function EntryList({ timeline, entries, onOpen }: EntryListProps) {
  const t = useTimelineText()
  const acts = useTimelineActs(timeline.channel.cid)
  if (entries.length === 0) return <Empty text={t('empty')} />
  return (
    <ol className={styles['entries']} aria-label={t('programmes')}>
      {entries.map((entry) =>
        entry.kind === 'gap' ? (
          <Gap
            key={`gap ${entry.span.begin}`}
            span={entry.span}
            onAdd={timeline.channel.is_linear ? undefined : onOpen}
          />
        ) : (
          <ProgrammeRow
            key={entry.programme.pid}
            entry={entry}
            timeline={timeline}
            acts={acts}
            onOpen={onOpen}
          />
        ),
      )}
    </ol>
  )
}

function Gap({ span, onAdd }: { readonly span: Span; readonly onAdd: EntryListProps['onOpen'] }) {
  const t = useTimelineText()
  const lasting = useLasting()
  const time = `${formatTime(span.begin)}–${formatTime(span.end)}`
  return (
    <li className={classes(styles['entry'], styles['gap'])}>
      <Times span={span} />
      <p className={styles['what']}>{t('gap', { time: lasting(span.end - span.begin) })}</p>
      {onAdd === undefined ? null : (
        <div className={styles['acts']}>
          <Button
            icon="add"
            look="quiet"
            aria-label={t('fillAt', { time })}
            onPress={() => onAdd({ kind: 'new', ...span })}
          >
            {t('fill')}
          </Button>
        </div>
      )}
    </li>
  )
}

function Times({ span }: { readonly span: Span }) {
  return (
    <p className={styles['times']}>
      <time>{formatTime(span.begin)}</time>
      {' – '}
      <small>{formatTime(span.end)}</small>
    </p>
  )
}

interface RowProps {
  readonly entry: Extract<Entry, { kind: 'programme' }>
  readonly timeline: Timeline
  readonly acts: TimelineActs
  readonly onOpen: EntryListProps['onOpen']
}

export function titleOf({ fields }: Pick<Programme, 'fields'>): string {
  return fields.title_ru || fields.title_uz
}

function ProgrammeRow({ entry, timeline, acts, onOpen }: RowProps) {
  const t = useTimelineText()
  const { programme } = entry
  const { delivered, shown, state, fields, version } = programme
  const isOff = state !== 'published'
  const subtitle = [
    ...(fields.season > 0 && fields.episode >= 0 ? [t('episode', fields)] : []),
    fields.subtitle_ru || fields.subtitle_uz,
  ].filter((one) => one !== '')
  const differs =
    delivered !== null &&
    version > 0 &&
    (titleOf(delivered) !== titleOf(programme) ||
      delivered.begin !== programme.begin ||
      delivered.end !== programme.end)
  return (
    <li className={classes(styles['entry'], isOff && styles['off'])}>
      <Times span={shown ?? programme} />
      <div className={styles['what']}>
        <p className={styles['label']}>
          <strong>{titleOf(programme)}</strong>
          <Badges entry={entry} />
        </p>
        {subtitle.length === 0 ? null : <small>{subtitle.join(' · ')}</small>}
        {differs ? (
          <small>
            {t('inGuide', {
              time: `${formatTime(delivered.begin)}–${formatTime(delivered.end)}`,
              title: titleOf(delivered),
            })}
          </small>
        ) : null}
        <small>{sourceWords(t, programme, timeline)}</small>
      </div>
      {onOpen === undefined ? null : <RowActs {...{ programme, timeline, acts, onOpen }} />}
    </li>
  )
}

function sourceWords(
  t: ReturnType<typeof useTimelineText>,
  { is_added: isAdded, version, edited_by: by, delivered }: Programme,
  { channel }: Timeline,
): string {
  const who = by === '' ? t('operator') : by
  if (isAdded) return t('addedBy', { who })
  const source = channel.is_linear
    ? t('schedule')
    : delivered === null
      ? t('noneDelivered')
      : channel.source === ''
        ? t('guide')
        : t('guideOf', { source: channel.source })
  return version === 0 ? source : `${source} · ${t('editedBy', { who })}`
}

function Badges({ entry }: Pick<RowProps, 'entry'>) {
  const t = useTimelineText()
  const lasting = useLasting()
  const { programme, overlapSec, missingSec } = entry
  const { state, version, is_added: isAdded, shift_min: shiftMin, edited } = programme
  return (
    <>
      {version > 0 ? <Badge tone="own">{t(isAdded ? 'added' : 'edited')}</Badge> : null}
      {state === 'hidden' || state === 'waiting' ? <Badge tone="warn">{t(state)}</Badge> : null}
      {state === 'covered' ? <Badge tone="bad">{t('covered')}</Badge> : null}
      {state === 'published' && overlapSec > 0 ? (
        <Badge tone="warn">{t('overlapped', { time: lasting(overlapSec) })}</Badge>
      ) : null}
      {shiftMin !== 0 && !edited.includes('times') ? (
        <Badge>{t('shifted', { minutes: shiftMin > 0 ? `+${shiftMin}` : String(shiftMin) })}</Badge>
      ) : null}
      {missingSec > 0 ? <Badge tone="bad">{t('missing', { time: lasting(missingSec) })}</Badge> : null}
    </>
  )
}

function RowActs({
  programme,
  timeline,
  acts,
  onOpen,
}: Omit<RowProps, 'entry' | 'onOpen'> & {
  readonly programme: Programme
  readonly onOpen: (subject: Dialogued) => void
}) {
  const t = useTimelineText()
  const base = useText()
  const name = `${formatTime(programme.begin)} ${titleOf(programme)}`
  const isHidden = programme.edited.includes('hidden')
  const entries: readonly MenuEntry[] = [
    ...(programme.is_added || timeline.channel.is_linear
      ? []
      : [
          {
            id: 'hide',
            label: t(isHidden ? 'show' : 'hide'),
            icon: isHidden ? ('eye' as const) : ('hidden' as const),
            onAct: () => acts.hide(programme, !isHidden),
          },
        ]),
    ...(programme.version === 0
      ? []
      : [
          {
            id: 'release',
            label: t(programme.is_added ? 'delete' : 'release'),
            icon: programme.is_added ? ('close' as const) : ('history' as const),
            isDangerous: programme.is_added,
            onAct: () => acts.release(programme),
          },
        ]),
  ]
  return (
    <div className={styles['acts']}>
      <Button
        look="quiet"
        aria-label={t('editOf', { name })}
        onPress={() => onOpen({ kind: 'programme', programme })}
      >
        {t('edit')}
      </Button>
      {entries.length === 0 ? null : (
        <Menu
          trigger={<IconButton icon="more" label={base('common.more', { name })} />}
          label={base('common.more', { name })}
          entries={entries}
        />
      )}
    </div>
  )
}
