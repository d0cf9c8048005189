import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import {
  consoleSubscribers,
  type TimelineEntry,
  type TimelineKind,
  timelineKinds,
} from '#contract/console/subscribers.ts'
import { isNamed, useAuditText } from '#console/audit-entries/audit-text.ts'
import { usePlayFailure } from '#console/reasons/play-failures.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Skeleton } from '#console/ui/page.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { TakeBack } from './acts/device-acts.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { entryWords, movedMoney } from './words/subscriber-words.ts'
import { isEventKey, useSubscribersText } from './words/subscribers-text.ts'
import styles from './subscribers.module.css'

const pageSize = 30

/** Everything that happened to a subscriber, the newest first; the kind is in the address. */
export function Timeline({ accountId }: { readonly accountId: number }) {
  const t = useSubscribersText()
  const [query, setQuery] = useSearchParams()
  const kind = timelineKinds.find((one) => one === query.get('kind'))
  return (
    <>
      <ViewChips<TimelineKind | 'all'>
        label={t('kinds')}
        views={(['all', ...timelineKinds] as const).map((name) => ({ name, text: t(`kind.${name}`) }))}
        chosen={kind ?? 'all'}
        onChoose={(name) => setQuery(name === 'all' ? {} : { kind: name }, { replace: true })}
      />
      <Entries accountId={accountId} kind={kind} />
    </>
  )
}

interface EntriesProps {
  readonly accountId: number
  readonly kind: TimelineKind | undefined
}

function Entries({ accountId, kind }: EntriesProps) {
  const t = useSubscribersText()
  const filter = { account_id: accountId, ...(kind === undefined ? {} : { kind }), limit: pageSize }
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf(consoleSubscribers.timeline, filter),
    queryFn: ({ signal, pageParam }) =>
      call(
        consoleSubscribers.timeline,
        { ...filter, ...(pageParam === '' ? {} : { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
  })
  if (data === undefined)
    return error === null ? <Skeleton lines={4} /> : <Failed error={error} onRetry={() => void refetch()} />
  const entries = data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) return <Empty text={t('noHistory')} />
  return (
    <>
      <ol className={styles['timeline']} aria-label={t('history')}>
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} accountId={accountId} />
        ))}
      </ol>
      {hasNextPage ? (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('older')}
        </Button>
      ) : null}
    </>
  )
}

function Entry({ entry, accountId }: { readonly entry: TimelineEntry; readonly accountId: number }) {
  const t = useSubscribersText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { kind, amount, balance, at } = entry
  const isMoney = kind === 'payment' || kind === 'charge'
  const hasFailed = entry.what === 'failed'
  const inWords = usePlayFailure()
  const isQuoted = kind === 'note' || kind === 'complaint' || kind === 'message' || kind === 'staff'
  return (
    <li data-kind={kind} data-failed={hasFailed || kind === 'play'}>
      <span className={styles['what']}>{useEntryTitle(entry)}</span>
      {isMoney ? (
        <span className={styles['sum']} data-in={amount > 0 && !hasFailed}>
          {hasFailed ? moneyIn(language, amount) : movedMoney(language, amount)}
        </span>
      ) : null}
      {isQuoted && entry.text !== '' ? <span className={styles['quote']}>{entry.text}</span> : null}
      <small>
        {[
          formatMoment(at, language, nowSec),
          kind === 'staff' || kind === 'note' ? entry.by || t('operator') : entry.by,
          kind === 'message' || kind === 'complaint' ? stateWord(entry, t) : '',
          isMoney && !hasFailed ? t('balanceAfter', { sum: moneyIn(language, balance) }) : '',
          hasFailed ? entry.text : '',
          ...(kind === 'play' ? [entry.what, inWords(entry.what), playWord(entry, t)] : []),
          entry.device,
          entry.address,
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </small>
      <TakeBack accountId={accountId} actId={entry.act_id} />
    </li>
  )
}

/** `command_channel_done`: its kind and its state. */
function commandOf({ what }: TimelineEntry) {
  const match = /^command_(message|reload|channel|sign_out)_(sent|delivered|done|expired)$/.exec(what)
  if (match === null) return undefined
  const [, kind, state] = match
  return { kind, state } as {
    readonly kind: 'message' | 'reload' | 'channel' | 'sign_out'
    readonly state: 'sent' | 'delivered' | 'done' | 'expired'
  }
}

function stateWord(entry: TimelineEntry, t: ReturnType<typeof useSubscribersText>): string {
  const { what } = entry
  const command = commandOf(entry)
  if (command !== undefined) return t(`commandState.${command.state}`)
  return what === 'read' || what === 'sent' || what === 'open' || what === 'closed' ? t(`what.${what}`) : ''
}

function playWord({ text }: TimelineEntry, t: ReturnType<typeof useSubscribersText>): string {
  return text === 'live' || text === 'archive' || text === 'film' ? t(`play.${text}`) : ''
}

const moneyKinds = ['top_up', 'charge', 'refund', 'reversal', 'promotion', 'adjustment'] as const

function useEntryTitle(shown: TimelineEntry): string {
  const { kind, what, name, text } = shown
  const t = useSubscribersText()
  const audit = useAuditText()
  const language = useLanguage()
  switch (kind) {
    case 'payment':
    case 'charge': {
      const entry = moneyKinds.find((one) => one === what)
      return entry === undefined
        ? t('entry.failed')
        : entryWords({ kind: entry, tariff: name[language], source: text }, t)
    }
    case 'subscription':
      return t('what.connected', { name: name[language] })
    case 'message': {
      const command = commandOf(shown)
      if (command === undefined) return t('what.message', { name: name[language] })
      return t(`command.${command.kind}`, { name: name[language] })
    }
    case 'complaint':
      return t('what.complaint', { name: name[language] })
    case 'note':
      return t('what.note')
    case 'play':
      return t('what.play', { name: name[language] || t('playGone') })
    case 'access':
    case 'staff': {
      const key = `event.${what}`
      if (isEventKey(key)) return t(key)
      return isNamed(key) ? audit(key as 'event.trial_made') : what
    }
  }
}
