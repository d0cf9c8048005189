/** Channels of the console: what is listed, and corrections that can be taken back. */
import { consoleChannels as endpoints } from '#contract/console/channels.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { channelTariffs, tariffCounts } from '#server/billing/billing.ts'
import { mergeContentChannels } from '#server/editing/editing.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import { listChanges } from '#server/changes/changes.ts'
import type { LoudChannels } from '#server/playback/playback.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  type ChannelsChanged,
  type ChannelsRefused,
  channelEntity,
  editChannels,
  findDuplicates,
  listStaffCategories,
  listStaffChannels,
  loadListLogo,
  loadStaffChannel,
  moveChannels,
  releaseFields,
  removeChannels,
  restoreChannels,
  shownFields,
} from '#server/television/television.ts'
import { archiveSizeHandlers } from './archive-sizes.ts'
import { catchupHandlers, presentCatchup } from './catchup-handlers.ts'
import { type ExamineDeps, examineHandlers } from './examine-handler.ts'
import { categoryHandlers } from './category-handlers.ts'
import { type ChannelDeps, logoHandlers } from './logo-handlers.ts'
import { playHandlers } from './play-handler.ts'
import { recordingStateHandlers } from './recording-states.ts'
import { type PlaySourceDeps, playSourceHandlers } from './source-play.ts'
import { sourceHandlers } from './source-handlers.ts'
import {
  presentCategory,
  presentChannel,
  presentListLogo,
  presentLoudness,
  presentSource,
} from './present-channels.ts'

interface LoudnessDeps {
  readonly engine: LoudChannels
}

export function channelEndpoints(
  deps: ChannelDeps & ExamineDeps & PlaySourceDeps & LoudnessDeps,
): readonly BoundEndpoint[] {
  const handlers: ConsoleHandlers<typeof endpoints> = {
    ...readHandlers(deps),
    ...editHandlers(deps),
    ...categoryHandlers(deps),
    ...sourceHandlers(deps),
    ...catchupHandlers(deps),
    ...examineHandlers(deps),
    ...playHandlers(deps),
    ...playSourceHandlers(deps),
    ...archiveSizeHandlers(deps),
    ...recordingStateHandlers(deps),
    ...logoHandlers(deps),
  }
  return bindConsole('consoleChannels', endpoints, handlers)
}

type Handlers<Name extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Name>

function readHandlers({
  db,
  clock,
  engine,
}: ContentDeps & LoudnessDeps): Handlers<'list' | 'one' | 'duplicates'> {
  return {
    list: async ({ deleted }) => {
      const channels = await listStaffChannels(db, { deleted: deleted === 1 })
      const categories = await listStaffCategories(db)
      const counts = await tariffCounts(db)
      return respond({
        channels: channels.map((channel) => presentChannel(channel, counts.get(channel.cid) ?? 0)),
        categories: categories.map(presentCategory),
      })
    },
    one: async ({ cid }, { language }) => {
      const details = await loadStaffChannel(db, cid)
      if (details === undefined) return reject('channel_not_found')
      const tariffs = await channelTariffs(db, cid, language)
      const [last] = await listChanges(db, { entity: channelEntity, entityId: cid, limit: 1 })
      return respond({
        channel: presentChannel(details.channel, tariffs.length),
        sources: details.sources.map(presentSource),
        aliases: [...details.aliases],
        tariffs: [...tariffs],
        imported: { ...shownFields(details.imported) },
        list_logo: presentListLogo(await loadListLogo(db, cid)),
        catchup: presentCatchup(details.catchup, clock.nowMs()),
        loudness: presentLoudness(engine.channelLoudness(String(cid))),
        last_changed_by: last?.staffName ?? '',
        last_changed_at: Math.floor((last?.madeMs ?? 0) / 1000),
      })
    },
    duplicates: async () => {
      const pairs = await findDuplicates(db, clock.nowMs())
      return respond({
        pairs: pairs.map(({ cid, otherCid, reasons }) => ({
          cid,
          other_cid: otherCid,
          reasons: [...reasons],
        })),
      })
    },
  }
}

function editHandlers(
  deps: ChannelDeps,
): Handlers<'edit' | 'move' | 'release' | 'remove' | 'restore' | 'merge'> {
  const { db } = deps
  const settled = (event: string, call: ConsoleCall, outcome: ChannelsChanged | ChannelsRefused) =>
    settle(deps, event, call, outcome)
  return {
    edit: async ({ edits }, call) => {
      for (const { fields } of edits)
        if (typeof fields.logo === 'string' && !(await deps.pictures.has(fields.logo)))
          return reject('picture_refused')
      return settled('channels_edited', call, await editChannels(db, edits, authorOf(call, deps)))
    },
    move: async ({ cids, before_cid: beforeCid }, call) =>
      settled('channels_moved', call, await moveChannels(db, cids, beforeCid, authorOf(call, deps))),
    release: async ({ cid, fields }, call) =>
      settled('channel_released', call, await releaseFields(db, cid, fields, authorOf(call, deps))),
    remove: async ({ cids }, call) =>
      settled('channels_removed', call, await removeChannels(db, cids, authorOf(call, deps))),
    restore: async ({ cids }, call) =>
      settled('channels_restored', call, await restoreChannels(db, cids, authorOf(call, deps))),
    merge: async ({ cid, into_cid: into }, call) => {
      const outcome = await mergeContentChannels(db, { from: cid, into }, authorOf(call, deps))
      switch (outcome.kind) {
        case 'unknown_channel':
          return reject('channel_not_found')
        case 'not_received':
          return reject('merge_of_linear')
        case 'itself':
          return reject('merge_into_itself')
        case 'merged': {
          await recordSet(deps, 'channels_merged', call, outcome.changeId)
          const { favourites = 0, tariffs = 0 } = outcome.followed
          return respond({
            change_id: outcome.changeId,
            sources: outcome.sources,
            aliases: outcome.aliases,
            programmes: outcome.programmes,
            ...{ favourites, tariffs },
          })
        }
      }
    },
  }
}

async function settle(
  deps: ContentDeps,
  event: string,
  call: ConsoleCall,
  outcome: ChannelsChanged | ChannelsRefused,
) {
  switch (outcome.kind) {
    case 'unknown_channel':
      return reject('channel_not_found')
    case 'changed_since':
      return reject('changed_since', { values: { who: outcome.who || '—' } })
    case 'unknown_category':
      return reject('category_not_found')
    case 'number_twice':
      return reject('number_twice', { values: { number: String(outcome.number) } })
    case 'changed':
      await recordSet(deps, event, call, outcome.changeId)
      return respond({ change_id: outcome.changeId, changed: outcome.changed })
  }
}
