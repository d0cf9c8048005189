import { useQuery } from '@tanstack/react-query'
import { consoleChannels } from '#contract/console/channels.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { Badge } from '#console/ui/page.tsx'
import type { Channel } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'

const refreshMs = 10_000

interface StateBadgeProps {
  readonly channel: Channel
  /** With the moment since which there is no signal; a column of a table is too narrow for it. */
  readonly hasSince?: boolean
}

/** What a channel is: hidden, switched off, made of films, or how it is received now. */
export function StateBadge({ channel, hasSince = false }: StateBadgeProps) {
  const t = useChannelsText()
  if (channel.is_hidden) return <Badge>{t('state.hidden')}</Badge>
  if (channel.source_kind === 'linear') return <Badge tone="own">{t('state.linear')}</Badge>
  if (channel.source_kind === 'none') return <Badge tone="bad">{t('state.none')}</Badge>
  return channel.is_enabled ? (
    <Recording cid={channel.cid} hasSince={hasSince} />
  ) : (
    <Badge tone="warn">{t('state.off')}</Badge>
  )
}

type States = ResponseOf<typeof consoleChannels.states>
/** Of one channel; the same text for the same state, so that a row renders again only when it differs. */
type OneState = `${States['channels'][number]['state'] | 'off' | 'unknown'} ${number}`

function stateOf({ channels, is_old: isOld }: States, cid: number): OneState {
  if (isOld) return 'off 0'
  const one = channels.find((channel) => channel.cid === cid)
  return one === undefined ? 'unknown 0' : `${one.state} ${one.since ?? 0}`
}

function Recording({ cid, hasSince }: { readonly cid: number; readonly hasSince: boolean }) {
  const t = useChannelsText()
  const { data } = useQuery({
    queryKey: keyOf(consoleChannels.states, {}),
    queryFn: ({ signal }) => call(consoleChannels.states, {}, { signal }),
    refetchInterval: refreshMs,
    select: (states) => stateOf(states, cid),
  })
  // No answer yet, or none at all: nothing can be said.
  if (data === undefined) return <Badge>{t('state.unknown')}</Badge>
  const [state, since] = data.split(' ')
  switch (state) {
    case 'recording':
      return <Badge tone="good">{t('state.on')}</Badge>
    case 'no_signal':
      return (
        <Badge tone="bad">
          {Number(since) === 0 || !hasSince ? t('state.noSignal') : <NoSignalSince since={Number(since)} />}
        </Badge>
      )
    case 'off':
      return <Badge tone="bad">{t('state.recorderOff')}</Badge>
    default:
      // New, or not reported yet.
      return <Badge>{t('state.starting')}</Badge>
  }
}

/** The clock only where it is read: a table has a badge in each row. */
function NoSignalSince({ since }: { readonly since: number }) {
  const t = useChannelsText()
  const [language, nowSec] = [useLanguage(), useNowSec()]
  return <>{t('state.noSignalSince', { when: formatMoment(since, language, nowSec) })}</>
}
