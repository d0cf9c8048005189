import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { consoleSubscribers, type MatchKind, type SubscriberRow } from '#contract/console/subscribers.ts'
import { formatAgo } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { useText } from '#console/session/text.ts'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Badge, Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { shownName, spacedPhone, standingTone } from './words/subscriber-words.ts'
import { useSubscribersText } from './words/subscribers-text.ts'
import { CityFilter } from './city-filter.tsx'
import styles from './subscribers.module.css'

/** A request leaves when nothing was typed for so long. */
const pauseMs = 120

/** `/subscribers?q=4567`: found as one types; arrows lead through the results. */
export function SubscribersScreen() {
  const t = useSubscribersText()
  const [address, setAddress] = useSearchParams()
  const [typed, setTyped] = useState(() => address.get('q') ?? '')
  const q = usePaused(typed.trim())
  const city = address.get('city') ?? ''
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = frame.current?.querySelector('input')
    // On a phone the keyboard would cover the page before anything is read.
    if (window.matchMedia('(pointer: fine)').matches) field?.focus()
  }, [])
  useEffect(() => {
    if ((address.get('q') ?? '') !== q) setAddress(addressOf(q, city), { replace: true })
  }, [q, city, address, setAddress])
  return (
    <Page title={t('title')} acts={<LinkButton href="/subscribers/bulk">{t('bulk')}</LinkButton>}>
      <div ref={frame} className={styles['finder']} onKeyDown={moveThroughRows}>
        <SearchInput label={t('search')} hint={t('hint')} value={typed} onChange={setTyped} />
        <CityFilter city={city} onChange={(next) => setAddress(addressOf(q, next), { replace: true })} />
        <Results q={q} city={city} />
      </div>
    </Page>
  )
}

function addressOf(q: string, city: string): Record<string, string> {
  return { ...(q === '' ? {} : { q }), ...(city === '' ? {} : { city }) }
}

function Results({ q, city }: { readonly q: string; readonly city: string }) {
  const t = useSubscribersText()
  const input = /^\d{1,9}$/.test(city) ? { q, city_id: Number(city) } : { q }
  // What was typed before is shown until the answer comes; a request that is no longer needed is cancelled.
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: keyOf(consoleSubscribers.find, input),
    queryFn: ({ signal }) => call(consoleSubscribers.find, input, { signal }),
    placeholderData: keepPreviousData,
    enabled: q !== '' || city !== '',
  })
  if (q === '' && city === '') return <Start />
  if (data === undefined)
    return error === null ? <Skeleton lines={5} /> : <Failed error={error} onRetry={() => void refetch()} />
  const { subscribers, is_cut: isCut, is_short: isShort } = data
  if (isShort && city === '') return <Start />
  if (subscribers.length === 0)
    return isPlaceholderData ? (
      <Skeleton lines={3} />
    ) : (
      <div role="status">
        <Empty text={q === '' ? t('nobodyInCity') : `${t('nobody', { q })}. ${t('nobodyMore')}`} />
      </div>
    )
  return (
    <div className={styles['results']} aria-busy={isPlaceholderData}>
      <p className={styles['quiet']} role="status">
        {isCut ? t('cut') : t('count', { count: subscribers.length })}
      </p>
      <div className={styles['heads']} aria-hidden="true">
        {(['name', 'number', 'phone', 'state', 'tariff', 'balance', 'seen'] as const).map((head) => (
          <span key={head}>{t(`head.${head}`)}</span>
        ))}
      </div>
      <ul className={styles['rows']} aria-label={t('results')}>
        {subscribers.map((one) => (
          <Row key={one.account_id} subscriber={one} match={one.match} />
        ))}
      </ul>
    </div>
  )
}

function Start() {
  const t = useSubscribersText()
  return (
    <div className={styles['start']}>
      <p>{t('start')}</p>
      <p className={styles['quiet']}>{t('startMore')}</p>
    </div>
  )
}

interface RowProps {
  readonly subscriber: SubscriberRow
  readonly match: MatchKind
}

function Row({ subscriber, match }: RowProps) {
  const t = useSubscribersText()
  const base = useText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { account_id: id, abonement, phone, standing, tariff, balance, seen_at: seen } = subscriber
  return (
    <li className={styles['row']}>
      <span className={styles['who']}>
        <Link href={`/subscribers/${id}`} data-row="">
          {shownName(subscriber, t)}
        </Link>
        {subscriber.is_test ? <Badge>{t('test')}</Badge> : null}
        {match === 'phone' || match === 'number' || match === 'name' ? null : (
          <small>{t(`match.${match}`)}</small>
        )}
      </span>
      <span className={styles['number']}>{abonement}</span>
      <span className={styles['number']}>{phone === '' ? t('noPhone') : spacedPhone(phone)}</span>
      <span>
        <Badge tone={standingTone(standing.kind)}>{t(`state.${standing.kind}`)}</Badge>
      </span>
      <span>{tariff[language]}</span>
      <span className={styles['sum']}>{moneyIn(language, balance)}</span>
      <span className={styles['quiet']} data-label={t('head.seen')}>
        {seen === 0 ? base('common.never') : formatAgo(seen, language, nowSec)}
      </span>
    </li>
  )
}

/** The value when it has not changed for a moment; an empty one at once. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), value === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** Down and up between the field and the results; Enter in the field opens the first one. */
function moveThroughRows(event: KeyboardEvent<HTMLDivElement>): void {
  const { key, currentTarget, target } = event
  if (!['ArrowDown', 'ArrowUp', 'Enter'].includes(key)) return
  const links = [...currentTarget.querySelectorAll<HTMLAnchorElement>('a[data-row]')]
  const at = links.findIndex((link) => link === target)
  if (key === 'Enter') {
    if (at === -1) links[0]?.click()
    return
  }
  event.preventDefault()
  const next = key === 'ArrowDown' ? links[at + 1] : links[at - 1]
  if (next !== undefined) next.focus()
  else if (key === 'ArrowUp') currentTarget.querySelector('input')?.focus()
}
