import { channels, type Channel } from '#contract/channels/channels.ts'
import { pathOf } from '#contract/form/pages.ts'
import { formatTime } from '#web/i18n/format.ts'
import { useText } from '#web/session/text.ts'
import { useWorldList } from '#web/features/channels/use-world-list.ts'
import { useCall } from '#web/session/requests/api.ts'
import { favouriteChannels, useFavouriteChannels } from '#web/features/favourites/use-favourite-channel.ts'
import { onAir, progressOf } from '#web/ui/cards/on-air.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import type { Leftover } from './delayed-removal.ts'
import type { CardProps } from './saved-card.tsx'
import { SavedList } from './saved-list.tsx'
import { useMyText } from './my-text.ts'

const renewEveryMs = 60_000

function idOf(channel: Channel) {
  return channel.id
}

const noChannels: readonly Channel[] = []

/** The viewer's favourite channels, with their current and next programmes. */
export function ChannelsTab() {
  const t = useMyText()
  const lookOf = useLook()
  const state = useWorldList(useCall(channels.list, {}, { everyMs: renewEveryMs }))
  const all = useFavouriteChannels(state.kind === 'ok' ? state.data.channels.item : noChannels)
  const remaining = all.filter((channel) => channel.is_favorited === 1)
  const remove = async (ids: readonly number[]): Promise<Leftover | null> => {
    const outcomes = await Promise.all(
      ids.map(async (id) => ({ id, outcome: await favouriteChannels.set(id, false) })),
    )
    const left = outcomes.filter(({ outcome }) => outcome.kind === 'undone')
    const [first] = left
    if (first === undefined) return null
    const message = first.outcome.kind === 'undone' ? first.outcome.message : ''
    return { ids: left.map(({ id }) => id), message }
  }
  return (
    <SavedList
      slug="channels"
      shape="sign"
      items={remaining}
      idOf={idOf}
      lookOf={lookOf}
      count={(count) => t('channelCount', { count })}
      total={state.kind === 'ok' ? remaining.length : null}
      isLoading={state.kind === 'loading'}
      failure={state.kind === 'refused' ? state.message : state.kind === 'unreachable' ? '' : null}
      hasMore={false}
      onMore={state.kind === 'loading' ? () => {} : state.retry}
      onRemove={remove}
    />
  )
}

function useLook(): (channel: Channel) => CardProps {
  const t = useText()
  const nowSec = useNowSec()
  return (channel) => {
    const programme = onAir(channel, nowSec)
    const next = channel.next !== null && channel.next.pid !== programme?.pid ? channel.next : null
    return {
      to: pathOf('channel', { id: channel.id }),
      picture: channel.logo,
      name: channel.name,
      meta: [
        programme?.title ?? t(channel.is_closed === 1 ? 'channel.notForProfile' : 'channel.noGuide'),
        next === null ? '' : `${formatTime(next.begin_time)} ${next.title}`,
      ],
      part: programme === null ? null : progressOf(programme, nowSec).part,
    }
  }
}
