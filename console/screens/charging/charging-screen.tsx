import { useQuery } from '@tanstack/react-query'
import { consoleCharging } from '#contract/console/charging.ts'
import { formatNumber } from '#contract/form/money.ts'
import { formatAgo, formatDate } from '#console/i18n/format.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { FiguresTable } from '#console/ui/figures-table.tsx'
import { KeyFigures } from '#console/ui/key-figures.tsx'
import { Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import type { ChargingState } from './charging-state.ts'
import { useChargingText } from './charging-text.ts'
import { DunningForm } from './dunning-form.tsx'

const refreshMs = 10_000

/** `/charging`: how charging goes, the days ahead, who is suspended since when, reminders and retries. */
export function ChargingScreen() {
  const t = useChargingText()
  const mayEdit = useMay()('billing', 'edit')
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleCharging.state, {}),
    queryFn: ({ signal }) => call(consoleCharging.state, {}, { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <Page title={t('title')} text={t('text')}>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Now state={data} />
          <Section title={t('ahead')} text={t('aheadText')}>
            <DaysAhead days={data.days} />
          </Section>
          <Section title={t('suspended')} text={t('suspendedText')}>
            <Suspended groups={data.suspended} />
          </Section>
          <Section title={t('dunning')} text={t('dunningText')}>
            {mayEdit ? (
              <DunningForm key={data.dunning.version} dunning={data.dunning} />
            ) : (
              <DunningView dunning={data.dunning} />
            )}
          </Section>
        </>
      )}
    </Page>
  )
}

function Now({ state }: { readonly state: ChargingState }) {
  const t = useChargingText()
  const language = useLanguage()
  const money = (sums: number) => moneyIn(language, sums)
  const nowSec = useNowSec()
  const figures = [
    {
      name: t('due'),
      value: formatNumber(state.due),
      more: state.due === 0 ? '' : t('dueSince', { ago: formatAgo(state.oldest_due_at, language, nowSec) }),
    },
    { name: t('charged'), value: formatNumber(state.charged_today), more: '' },
    { name: t('sum'), value: money(state.charged_sum), more: '' },
    { name: t('suspendedToday'), value: formatNumber(state.suspended_today), more: '' },
  ]
  return (
    <Section title={t('now')}>
      <KeyFigures figures={figures} />
    </Section>
  )
}

function DaysAhead({ days }: { readonly days: ChargingState['days'] }) {
  const t = useChargingText()
  const language = useLanguage()
  const money = (sums: number) => moneyIn(language, sums)
  const nowSec = useNowSec()
  const rows = days.map((day) => ({
    key: String(day.at),
    isBad: day.uncovered > 0,
    name: formatDate(day.at, language, nowSec),
    cells: [
      formatNumber(day.charges),
      money(day.sum),
      formatNumber(day.uncovered),
      day.uncovered === 0 ? '—' : money(day.uncovered_sum),
    ],
  }))
  const heads = ['head.day', 'head.charges', 'head.sum', 'head.uncovered', 'head.uncoveredSum'] as const
  return <FiguresTable label={t('ahead')} heads={heads.map((head) => t(head))} rows={rows} />
}

function Suspended({ groups }: { readonly groups: ChargingState['suspended'] }) {
  const t = useChargingText()
  const language = useLanguage()
  const money = (sums: number) => moneyIn(language, sums)
  const rows = groups.map(({ from, until, subscribers, missing, with_card: withCard }) => ({
    key: String(from),
    name:
      from === 0
        ? t('upTo', { until })
        : until === 0
          ? t('moreThan', { from })
          : t('fromTo', { from: from + 1, until }),
    cells: [formatNumber(subscribers), money(missing), formatNumber(withCard)],
  }))
  const heads = ['head.since', 'head.subscribers', 'head.missing', 'head.withCard'] as const
  return <FiguresTable label={t('suspended')} heads={heads.map((head) => t(head))} rows={rows} />
}

function DunningView({ dunning }: { readonly dunning: ChargingState['dunning'] }) {
  const t = useChargingText()
  const listed = (days: readonly number[]) => (days.length === 0 ? t('never') : days.join(', '))
  return (
    <p>
      {t('view', {
        before: listed(dunning.before_days),
        after: listed(dunning.after_days),
        retry: listed(dunning.retry_days),
        from: dunning.retry_from,
        until: dunning.retry_until,
      })}
    </p>
  )
}
