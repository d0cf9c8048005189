import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { consoleOverview } from '#contract/console/overview.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Icon } from '#console/ui/icons.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { useOverviewText } from './overview-text.ts'
import styles from './overview.module.css'

type Overview = ResponseOf<typeof consoleOverview.needs>
type Need = Overview['needs'][number]
type Step = Overview['steps'][number]

const refreshMs = 30_000

/** `/overview`: what needs somebody, the most harmful first, and what is missing before viewers can come. */
export function OverviewScreen() {
  const t = useOverviewText()
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleOverview.needs, {}),
    queryFn: ({ signal }) => call(consoleOverview.needs, {}, { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <Page title={t('title')} text={t('text')} isNarrow>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Content overview={data} />
      )}
    </Page>
  )
}

function Content({ overview: { needs, steps, reported_at: reportedAt } }: { readonly overview: Overview }) {
  const t = useOverviewText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return (
    <>
      {needs.length === 0 ? (
        <Empty text={t('none')} />
      ) : (
        <ol className={styles['needs']}>
          {needs.map((need) => (
            <NeedItem key={need.kind} need={need} />
          ))}
        </ol>
      )}
      <p className={styles['about']}>
        {reportedAt === null
          ? t('notReported')
          : t('reported', { when: formatMoment(reportedAt, language, nowSec) })}
      </p>
      {steps.every(({ is_done: isDone }) => isDone) ? null : <Steps steps={steps} />}
    </>
  )
}

const harmful: ReadonlySet<Need['kind']> = new Set(['recorder_off', 'channels_down', 'disk_short'])
/** Where it is mended; what has no page yet says how in its text. */
const pathOf: Partial<Record<Need['kind'], string>> = {
  channels_down: '/health?show=bad',
  disk_short: '/channels',
  channels_off: '/channels?view=off',
  films_refused: '/films/queue',
  guide_failed: '/guide',
  guide_held: '/guide',
  guide_ends: '/guide/matching?view=all',
  channels_poor: '/health?show=warning',
  channels_no_guide: '/channels?view=noGuide',
  films_no_uzbek: '/films?view=noUzbek',
  channels_no_logo: '/channels?view=noLogo',
  drafts: '/imports',
  proposals: '/guide/matching',
}

function NeedItem({ need: { kind, count, things, at } }: { readonly need: Need }) {
  const t = useOverviewText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const path = pathOf[kind]
  const isAhead = kind === 'guide_ends' || kind === 'disk_short'
  const text =
    kind === 'recorder_off' || kind === 'disk_short' ? t(`need.${kind}`) : t(`need.${kind}`, { count })
  return (
    <li className={styles['need']} data-harmful={harmful.has(kind)}>
      <Icon name="warning" />
      <div className={styles['what']}>
        <strong>{text}</strong>
        {things.length === 0 ? null : (
          <span className={styles['things']}>
            {things.map(({ name, id }, at) => (
              <Thing key={`${at} ${name}`} kind={kind} name={name} id={id} />
            ))}
            {count > things.length ? <span>{t('more', { count: count - things.length })}</span> : null}
          </span>
        )}
        <small>
          {at === null
            ? ''
            : `${t(isAhead ? 'until' : 'since', { when: formatMoment(at, language, nowSec) })} · `}
          {t(`remedy.${kind}`)}
        </small>
      </div>
      {path === undefined ? null : <LinkButton href={path}>{t('go')}</LinkButton>}
    </li>
  )
}

/** Where one of its things is; a channel's page for others. */
const thingPaths: Partial<Record<Need['kind'], string>> = {
  channels_down: '/health',
  channels_poor: '/health',
  drafts: '/imports',
  films_no_uzbek: '/films',
}

interface ThingProps extends Pick<Need, 'kind'> {
  readonly name: string
  readonly id: number | null
}

function Thing({ kind, name, id }: ThingProps) {
  if (id === null) return <span>{name}</span>
  return <Link href={`${thingPaths[kind] ?? '/channels'}/${id}`}>{name}</Link>
}

const stepPaths: Partial<Record<Step['step'], string>> = {
  service: '/setup/service',
  phone: '/setup/service',
  tariffs: '/setup/tariffs',
  films: '/setup/films',
  watch: '/setup/watch',
  channels: '/imports',
  recording: '/channels',
  guide: '/guide',
}

function Steps({ steps }: { readonly steps: readonly Step[] }) {
  const t = useOverviewText()
  const may = useMay()
  return (
    <Section
      title={t('steps')}
      acts={may('settings', 'view') ? <LinkButton href="/setup">{t('setUp')}</LinkButton> : undefined}
    >
      <ul className={styles['steps']}>
        {steps.map(({ step, is_done: isDone }) => {
          const path = isDone ? undefined : stepPaths[step]
          return (
            <li key={step} data-done={isDone}>
              <Icon name={isDone ? 'check' : 'more'} size={18} />
              <span className="spoken">{t(isDone ? 'done' : 'undone')}: </span>
              {path === undefined ? (
                <span>{t(`step.${step}`)}</span>
              ) : (
                <Link href={path}>{t(`step.${step}`)}</Link>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
