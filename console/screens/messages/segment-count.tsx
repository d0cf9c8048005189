import { FramedList } from '#console/ui/framed-list.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { SegmentRules } from '#contract/console/segment-rules.ts'
import { consoleSegments } from '#contract/console/segments.ts'
import { groupDigits } from '#contract/form/money.ts'
import { shownPhone } from '#contract/form/phone.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Failed } from '#console/ui/page.tsx'
import { useMessagesText } from './messages-text.ts'
import styles from './messages.module.css'

/** A request leaves when nothing was typed for so long. */
const pauseMs = 300

/** How many subscribers rules mean now, and some of them. Undefined: the rules are not complete. */
export function SegmentCount({ rules }: { readonly rules: SegmentRules | undefined }) {
  const t = useMessagesText()
  const showsCards = useMay()('subscribers', 'view')
  const written = rules === undefined ? undefined : JSON.stringify(rules)
  const paused = usePaused(written)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: keyOf(consoleSegments.count, { rules: paused ?? '' }),
    queryFn: ({ signal }) => call(consoleSegments.count, { rules: paused ?? '' }, { signal }),
    placeholderData: keepPreviousData,
    enabled: paused !== undefined,
  })
  if (written === undefined) return <p className={styles['quiet']}>{t('ruleWrong')}</p>
  if (data === undefined)
    return error === null ? (
      <p className={styles['quiet']}>{t('counting')}</p>
    ) : (
      <Failed error={error} onRetry={() => void refetch()} />
    )
  const { count, total, sample } = data
  if (count === null) return <p role="status">{t('countSlow')}</p>
  const digits = (number: number) => groupDigits(String(number))
  return (
    <div className={styles['column']} aria-busy={isFetching}>
      <p className={styles['count']} role="status">
        {t('count', { count: digits(count), total: digits(total) })}
      </p>
      {sample.length === 0 ? (
        <p className={styles['quiet']}>{t(showsCards ? 'nobody' : 'countsOnly')}</p>
      ) : (
        <FramedList label={t('sample')}>
          {sample.map((one) => {
            const name = one.name === '' ? t('noName') : one.name
            return (
              <li key={one.account_id}>
                <span className={styles['person']}>
                  <Link href={`/subscribers/${one.account_id}`}>{name}</Link>
                  <small>{numbersOf(one)}</small>
                </span>
              </li>
            )
          })}
        </FramedList>
      )}
    </div>
  )
}

/** The number and the phone; a masked phone stays as it is. */
function numbersOf({ abonement, phone }: { readonly abonement: string; readonly phone: string }): string {
  return [abonement, shownPhone(phone) ?? phone].filter((text) => text !== '').join(' · ')
}

/** The value when it has not changed for a moment. */
function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
