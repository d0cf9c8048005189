/** Changes of channels: shown at once, sent, and undone from the message that confirms them. */
import { useQueryClient } from '@tanstack/react-query'
import { consoleChannels } from '#contract/console/channels.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { keyOf } from '#console/session/queries.ts'
import type { Channel } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'

export type ChannelEdits = InputOf<typeof consoleChannels.edit>['edits'][number]['fields']

export interface ChannelActs {
  /** Changes these fields of all these channels, as one set of changes. */
  edit(cids: readonly number[], fields: ChannelEdits): Promise<boolean>
  remove(cids: readonly number[]): Promise<boolean>
  restore(cid: number): Promise<boolean>
  /** Puts them in front of another channel, or at the end: the numbers between are assigned again. */
  move(cids: readonly number[], beforeCid: number | null): Promise<boolean>
  merge(cid: number, intoCid: number): Promise<boolean>
  moveSource(channel: ChannelVersion, index: number, toIndex: number): Promise<boolean>
  removeSource(channel: ChannelVersion, index: number): Promise<boolean>
  /** Shows that a change of another form was stored, with its undo. */
  confirm(changeId: number, text: string): Promise<void>
  undo(changeId: number): Promise<unknown>
}

type ChannelVersion = Pick<Channel, 'cid' | 'version'>

export function useChannelActs(): ChannelActs {
  const t = useChannelsText()
  const client = useQueryClient()
  const { undo, confirm, send, refresh } = useSending()
  return {
    undo,
    edit: async (cids, fields) => {
      const listKey = keyOf(consoleChannels.list, { deleted: 0 })
      const meant = new Set(cids)
      // A number may move another channel too: that is shown when the server has answered.
      client.setQueryData<ResponseOf<typeof consoleChannels.list>>(listKey, (before) =>
        before === undefined
          ? before
          : {
              ...before,
              channels: before.channels.map((channel) =>
                meant.has(channel.cid) ? ({ ...channel, ...fields } as Channel) : channel,
              ),
            },
      )
      return send(consoleChannels.edit, { edits: cids.map((cid) => ({ cid, fields })) }, ({ changed }) =>
        t('saved', { count: changed }),
      )
    },
    remove: (cids) =>
      send(consoleChannels.remove, { cids: [...cids] }, ({ changed }) => t('removed', { count: changed })),
    move: (cids, beforeCid) =>
      send(consoleChannels.move, { cids: [...cids], before_cid: beforeCid }, () =>
        t('moved', { count: cids.length }),
      ),
    restore: (cid) => send(consoleChannels.restore, { cids: [cid] }, () => t('restored')),
    merge: (cid, intoCid) => send(consoleChannels.merge, { cid, into_cid: intoCid }, () => t('merged')),
    moveSource: ({ cid, version }, index, toIndex) =>
      send(consoleChannels.moveSource, { cid, version, index, to_index: toIndex }, () => t('sourceMoved')),
    removeSource: ({ cid, version }, index) =>
      send(consoleChannels.removeSource, { cid, version, index }, () => t('sourceRemoved')),
    confirm: async (changeId, text) => {
      if (changeId > 0) confirm(changeId, text)
      await refresh()
    },
  }
}
