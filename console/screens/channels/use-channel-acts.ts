/** Changes of channels: shown at once, sent, and undone from the message that confirms them. */
import { useQueryClient } from '@tanstack/react-query'
import { consoleChannels } from '#contract/console/channels.ts'
import type { ConsoleEndpoint } from '#contract/console/console-endpoint.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { useContentRefresh, useUndo } from '#console/changes/use-undo.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { showToast } from '#console/ui/toast.tsx'
import type { Channel } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'

export type ChannelEdits = InputOf<typeof consoleChannels.edit>['edits'][number]['fields']

export interface ChannelActs {
  /** Changes these fields of all these channels, as one set of changes. */
  edit(cids: readonly number[], fields: ChannelEdits): Promise<boolean>
  remove(cids: readonly number[]): Promise<boolean>
  restore(cid: number): Promise<boolean>
  merge(cid: number, intoCid: number): Promise<boolean>
  moveSource(channel: ChannelVersion, index: number, toIndex: number): Promise<boolean>
  removeSource(channel: ChannelVersion, index: number): Promise<boolean>
  /** Shows that a change of another form was stored, with its undo. */
  confirm(changeId: number, text: string): Promise<void>
  undo(changeId: number): Promise<unknown>
}

type ChannelVersion = Pick<Channel, 'cid' | 'version'>

/** The set of changes that Ctrl+Z takes back. */
let lastChangeId = 0

export function lastChange(): number {
  return lastChangeId
}

interface Sending {
  readonly undo: (changeId: number) => Promise<unknown>
  /** Confirms a set of changes, with its undo. */
  readonly tell: (changeId: number, text: string) => void
  /** Sends a change; says what was refused, or confirms it. */
  readonly send: <E extends ConsoleEndpoint>(
    endpoint: E,
    input: InputOf<E>,
    said: (result: ResponseOf<E>) => string,
  ) => Promise<boolean>
  readonly refresh: () => Promise<void>
}

function useSending(): Sending {
  const refresh = useContentRefresh()
  const undoSet = useUndo()
  const undo = async (changeId: number) => {
    if (changeId === lastChangeId) lastChangeId = 0
    return undoSet(changeId)
  }
  const tell = (changeId: number, text: string) => {
    lastChangeId = changeId
    showToast(text, { onUndo: () => void undo(changeId) })
  }
  const send = async <E extends ConsoleEndpoint>(
    endpoint: E,
    input: InputOf<E>,
    said: (result: ResponseOf<E>) => string,
  ): Promise<boolean> => {
    try {
      const result = await call(endpoint, input)
      const { change_id: changeId = 0 } = result as { readonly change_id?: number }
      if (changeId > 0) tell(changeId, said(result))
      return true
    } catch (error) {
      if (error instanceof Error && !isCancelled(error)) showToast(error.message, { isProblem: true })
      return false
    } finally {
      await refresh()
    }
  }
  return { undo, tell, send, refresh }
}

export function useChannelActs(): ChannelActs {
  const t = useChannelsText()
  const client = useQueryClient()
  const { undo, tell, send, refresh } = useSending()
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
    restore: (cid) => send(consoleChannels.restore, { cids: [cid] }, () => t('restored')),
    merge: (cid, intoCid) => send(consoleChannels.merge, { cid, into_cid: intoCid }, () => t('merged')),
    moveSource: ({ cid, version }, index, toIndex) =>
      send(consoleChannels.moveSource, { cid, version, index, to_index: toIndex }, () => t('sourceMoved')),
    removeSource: ({ cid, version }, index) =>
      send(consoleChannels.removeSource, { cid, version, index }, () => t('sourceRemoved')),
    confirm: async (changeId, text) => {
      if (changeId > 0) tell(changeId, text)
      await refresh()
    },
  }
}
