/**
 * Outside the national network only a fixed list of channels is shown, in its order (TV-07), whatever the source of
 * the channels.
 */
import { useMemo } from 'react'
import { channels, type Channel } from '#contract/channels/channels.ts'
import { useCall, type CallState } from '#web/session/requests/api.ts'
import { useSession } from '#web/session/session.ts'

type ChannelList = CallState<{ readonly channels: { readonly item: readonly Channel[] } }>

/** The channels available in this viewer's region. Until that list has loaded all channels are returned. */
export function useWorldList(list: ChannelList): ChannelList {
  const isAbroad = useSession().world === true
  const world = useCall(channels.worldList, isAbroad ? {} : null)
  const all = list.kind === 'ok' ? list.data.channels.item : null
  const cids = world.kind === 'ok' ? world.data.cids : null
  const item = useMemo(() => (all === null || cids === null ? null : inWorldOrder(all, cids)), [all, cids])
  if (!isAbroad || list.kind !== 'ok') return list
  if (world.kind === 'loading') return { kind: 'loading' }
  return item === null ? list : { ...list, data: { channels: { item } } }
}

/** The channels whose ids are in the list, in the list's order. */
export function inWorldOrder<One extends { readonly id: number }>(
  matches: readonly One[],
  cids: readonly number[],
): readonly One[] {
  const byId = new Map(matches.map((channel) => [channel.id, channel]))
  return cids.flatMap((cid) => byId.get(cid) ?? [])
}
