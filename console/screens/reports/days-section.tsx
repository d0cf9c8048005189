import { useState } from 'react'
import {
  type Measure,
  type MeasureWithRows,
  measures,
  measuresWithRows,
} from '#contract/console/report-measures.ts'
import { reportTexts, shownAmount } from '#contract/console/report-texts/report-texts.ts'
import type { ReportData } from '#contract/console/reports.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Section } from '#console/ui/page.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { BeneathDialog } from './beneath-dialog.tsx'
import { DownloadMenu, type PartRequest } from './download-menu.tsx'
import { LineChart } from './line-chart.tsx'
import { shownDay } from './period.ts'
import { useReportsText } from './reports-text.ts'
import styles from './reports.module.css'

interface DaysSectionProps {
  readonly data: ReportData
  readonly request: Omit<PartRequest, 'part'>
}

interface Chosen {
  readonly measure: MeasureWithRows
  readonly day: string
}

/** A measure by day as a chart, or all of them as a table whose numbers lead to the rows beneath. */
export function DaysSection({ data, request }: DaysSectionProps) {
  const t = useReportsText()
  const language = useLanguage()
  const [isTable, setIsTable] = useState(false)
  const [name, setName] = useState<Measure>()
  const [beneath, setBeneath] = useState<Chosen>()
  const line = data.lines.find(({ measure }) => measure === name) ?? data.lines[0]
  if (line === undefined) return null
  return (
    <Section
      title={t('days')}
      acts={
        <div className={styles['acts']}>
          <Button onPress={() => setIsTable(!isTable)}>{t(isTable ? 'asChart' : 'asTable')}</Button>
          <DownloadMenu request={{ ...request, part: 'days' }} label={t('days')} />
        </div>
      }
    >
      {isTable ? (
        <DaysTable data={data} onChoose={setBeneath} />
      ) : (
        <>
          <ViewChips<Measure>
            label={t('measure')}
            views={data.lines.map(({ measure }) => ({
              name: measure,
              text: reportTexts[language].measures[measure].name,
            }))}
            chosen={line.measure}
            onChoose={setName}
          />
          <LineChart measure={line.measure} days={data.days} values={line.values} />
        </>
      )}
      {beneath === undefined ? null : (
        <BeneathDialog {...beneath} computedAt={data.computed_at} onClose={() => setBeneath(undefined)} />
      )}
    </Section>
  )
}

function DaysTable({
  data,
  onChoose,
}: {
  readonly data: ReportData
  readonly onChoose: (one: Chosen) => void
}) {
  const t = useReportsText()
  const language = useLanguage()
  const mayOpen = useMay()('subscribers', 'view')
  const { days, lines } = data
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={t('days')}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            {lines.map(({ measure }) => (
              <th key={measure} scope="col">
                {reportTexts[language].measures[measure].name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days
            .map((day, at) => (
              <tr key={day}>
                <th scope="row">{shownDay(day)}</th>
                {lines.map(({ measure, values }) => {
                  const value = values[at] ?? null
                  const shown = shownAmount(value, measures[measure], language)
                  const withRows = measuresWithRows.find((one) => one === measure)
                  return (
                    <td key={measure}>
                      {withRows === undefined || !mayOpen || value === null || value === 0 ? (
                        shown
                      ) : (
                        <button
                          type="button"
                          className={styles['number']}
                          aria-label={t('rowsOpen', { value: shown })}
                          onClick={() => onChoose({ measure: withRows, day })}
                        >
                          {shown}
                        </button>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </div>
  )
}
