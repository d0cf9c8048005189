import { useSearchParams } from 'wouter'
import { type ReportName, reportNames } from '#contract/console/report-measures.ts'
import { reportTexts } from '#contract/console/report-texts/report-texts.ts'
import { type ReportData, consoleReports } from '#contract/console/reports.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { Badge, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { DaysSection } from './days-section.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { Figures } from './figures.tsx'
import { type Period, periodOf, readPeriod, shownDay, spanOf, spans } from './period.ts'
import { PricesSection } from './prices-section.tsx'
import { ReportTable } from './report-table.tsx'
import { useReportsText } from './reports-text.ts'
import styles from './reports.module.css'
import { WeeklySection } from './weekly-section.tsx'

/** `/reports?report=revenue&from=2026-11-01&to=2026-11-30`: one report of one period. */
export function ReportsScreen() {
  const t = useReportsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [query, setQuery] = useSearchParams()
  const report = reportNames.find((one) => one === query.get('report')) ?? 'subscribers'
  const period = readPeriod(query, nowSec)
  const choose = (more: Partial<Period & { readonly report: ReportName }>) =>
    setQuery({ report, ...period, ...more }, { replace: true })
  return (
    <Page title={t('title')} text={reportTexts[language].reports[report].how}>
      <ViewChips<ReportName>
        label={t('which')}
        views={reportNames.map((name) => ({ name, text: reportTexts[language].reports[name].name }))}
        chosen={report}
        onChoose={(name) => choose({ report: name })}
      />
      <PeriodPicker period={period} nowSec={nowSec} onChoose={choose} />
      <Report key={report} report={report} period={period} />
      {report === 'rights' ? <PricesSection /> : null}
      {report === 'channels' || report === 'titles' || report === 'rights' ? (
        <Section title={t('stored')} text={t('storedText')}>
          {null}
        </Section>
      ) : null}
      <WeeklySection />
    </Page>
  )
}

interface PeriodPickerProps {
  readonly period: Period
  readonly nowSec: number
  readonly onChoose: (period: Partial<Period>) => void
}

function PeriodPicker({ period, nowSec, onChoose }: PeriodPickerProps) {
  const t = useReportsText()
  const chosen = spanOf(period, nowSec)
  return (
    <div className={styles['period']}>
      <ViewChips<string>
        label={t('period')}
        views={spans.map((span) => ({ name: span, text: t(`span.${span}`) }))}
        chosen={chosen ?? ''}
        onChoose={(name) => {
          const span = spans.find((one) => one === name)
          if (span !== undefined) onChoose(periodOf(span, nowSec))
        }}
      />
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className={styles['day']}>
          <span>{t(end)}</span>
          <input
            type="date"
            value={period[end]}
            min={end === 'to' ? period.from : undefined}
            onChange={({ target }) => {
              if (target.value === '') return
              const next = { ...period, [end]: target.value }
              // The other end follows, so that there is always a period.
              onChoose(next.from <= next.to ? next : { from: target.value, to: target.value })
            }}
          />
        </label>
      ))}
    </div>
  )
}

/** A figure before anything was counted. */
function uncounted(figure: ReportData['figures'][number]): ReportData['figures'][number] {
  return { ...figure, value: null, before: null }
}

function Report({ report, period }: { readonly report: ReportName; readonly period: Period }) {
  const t = useReportsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { data, error, refetch } = useCall(consoleReports.show, { report, ...period })
  if (data === undefined)
    return error === null ? <Skeleton lines={8} /> : <Failed error={error} onRetry={() => void refetch()} />
  const request = { report, ...period }
  return (
    <>
      <p className={styles['note']}>
        <span>
          {data.computed_at === 0
            ? t('never')
            : t('computed', { when: formatMoment(data.computed_at, language, nowSec) })}
        </span>
        {data.missing_days === 0 ? null : (
          <Badge tone="warn">{t('missing', { count: data.missing_days })}</Badge>
        )}
      </p>
      <Section
        title={t('figures')}
        text={t('compared', { from: shownDay(data.before_from), to: shownDay(data.before_to) })}
        acts={<DownloadMenu request={{ ...request, part: 'figures' }} label={t('figures')} />}
      >
        <Figures figures={data.computed_at === 0 ? data.figures.map(uncounted) : data.figures} />
      </Section>
      <DaysSection data={data} request={request} />
      {data.tables.map((table) => (
        <ReportTable key={table.table} table={table} request={request} />
      ))}
    </>
  )
}
