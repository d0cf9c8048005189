import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { type MeasureWithRows, countedStates } from '#contract/console/report-measures.ts'
import { reportTexts, rowName, shownAmount } from '#contract/console/report-texts/report-texts.ts'
import { consoleReports, reportRowsRoot } from '#contract/console/reports.ts'
import { consoleService } from '#contract/console/service.ts'
import { formatDate, formatMoment } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf, useCall } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { Failed, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { FileMenu } from './download-menu.tsx'
import { shownDay } from './period.ts'
import { useReportsText } from './reports-text.ts'
import styles from './reports.module.css'

interface BeneathDialogProps {
  readonly measure: MeasureWithRows
  readonly day: string
  /** Unix seconds. */
  readonly computedAt: number
  readonly onClose: () => void
}

/** The subscribers, charges or payments behind a number of a day. */
export function BeneathDialog({ measure, day, computedAt, onClose }: BeneathDialogProps) {
  const t = useReportsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [brand, setBrand] = useState(0)
  const ofBrand: { readonly brand?: number } = brand === 0 ? {} : { brand }
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf(consoleReports.beneath, { measure, day, ...ofBrand }),
    queryFn: ({ signal, pageParam }) =>
      call(
        consoleReports.beneath,
        { measure, day, ...ofBrand, ...(pageParam === 0 ? {} : { after: pageParam }) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
  const rows = data?.pages.flatMap((page) => page.rows)
  const { name } = reportTexts[language].measures[measure]
  const total = data?.pages[0]?.total
  const isStored = countedStates.some((one) => one === measure)
  return (
    <Dialog title={t('rows', { name, day: shownDay(day) })} isOpen isWide onClose={onClose}>
      <p className={styles['quiet']}>
        {t(isStored ? 'rowsStored' : 'rowsNow', { when: formatMoment(computedAt, language, nowSec) })}
      </p>
      <BrandChoice value={brand} onChange={setBrand} />
      {total === undefined || total === null ? null : (
        <p>
          {t('rowsTotal', { count: total.count })}
          {total.amount === null ? null : (
            <>
              {': '}
              <strong>{shownAmount(total.amount, 'money', language)}</strong>
            </>
          )}
        </p>
      )}
      {rows === undefined || rows.length === 0 ? null : (
        <div>
          <FileMenu
            address={reportRowsRoot + measure}
            name={`${measure}-${day}`}
            request={{ day, ...ofBrand }}
            label={name}
          />
        </div>
      )}
      {rows === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : rows.length === 0 ? (
        <p>{t('rowsNone')}</p>
      ) : (
        <ul className={styles['rows']}>
          {rows.map((row, at) => (
            <li key={`${row.account_id} ${row.at} ${at}`}>
              <Link href={`/subscribers/${row.account_id}`}>
                {row.name === '' ? row.abonement : row.name}
              </Link>
              <span className={styles['quiet']}>
                {[
                  row.abonement,
                  row.tariff[language],
                  row.amount === null && measure !== 'registrations'
                    ? t('until', { date: formatDate(row.at, language, nowSec) })
                    : formatMoment(row.at, language, nowSec),
                  ...(row.source === '' || row.tariff[language] !== ''
                    ? []
                    : [rowName('sources', { key: row.source, name: row.tariff }, language)]),
                ]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </span>
              {row.amount === null ? null : <strong>{shownAmount(row.amount, 'money', language)}</strong>}
            </li>
          ))}
        </ul>
      )}
      {hasNextPage ? (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('rowsMore')}
        </Button>
      ) : null}
    </Dialog>
  )
}

interface BrandChoiceProps {
  /** 0: all brands. */
  readonly value: number
  readonly onChange: (brand: number) => void
}

/** Rows of one brand; nothing where the installation has one brand only. */
function BrandChoice({ value, onChange }: BrandChoiceProps) {
  const t = useReportsText()
  const { data: brands = [] } = useCall(consoleService.names, {})
  if (brands.length < 2) return null
  return (
    <Picker
      label={t('rowsBrand')}
      value={String(value)}
      choices={[
        { value: '0', label: t('rowsAllBrands') },
        ...brands.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(next) => onChange(Number(next))}
    />
  )
}
