/** Channels as the staff sees and corrects them (CHAN-01). Every change is a set that can be taken back. */
import * as z from 'zod/mini'
import { httpAddress, id, optionalText, text, whole } from '#contract/form/fields.ts'
import { channelLanguages, channelQualities } from './channel-rules.ts'
import { CatchupMade, ChannelCatchup, catchupRule } from './catchup.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import {
  addChannel,
  channelFacts,
  maxChannelNumber,
  playSource,
  sourceFailures,
  sourceIndex,
} from './channel-parts.ts'
import { recordingEndpoints } from './recording.ts'
import { ExaminedStream } from './examined-stream.ts'
import { picturePiece, pictureVersion } from './pictures.ts'

/** How many channels one request may change. */
export const maxChannelsAtOnce = 5000
/** Days for which a channel can be recorded. */
export const maxArchiveDays = 30

const ListedChannel = z.object({
  cid: z.int(),
  number: z.int(),
  name_ru: z.string(),
  /** '' when the Russian one is shown in Uzbek too. */
  name_uz: z.string(),
  /** The address of its logo, 160 pixels wide; '' for none. */
  logo: z.string(),
  category_id: z.int(),
  additional_category_ids: z.array(z.int()),
  source_kind: z.enum(['recorded', 'linear', 'none']),
  source_count: z.int(),
  /** Its source is opened and recorded. */
  is_enabled: z.boolean(),
  /** Neither shown nor recorded. */
  is_hidden: z.boolean(),
  is_social: z.boolean(),
  open_to_guests: z.boolean(),
  /** Sound only. */
  is_radio: z.boolean(),
  /** Listed outside the national network. */
  is_world: z.boolean(),
  archive_days: z.int(),
  low_latency: z.boolean(),
  tvg_id: z.string(),
  guide_shift_min: z.int(),
  /** Of its sound; empty: nobody said. Rules of tariffs look at it. */
  languages: z.array(z.string()),
  /** '' for none. */
  quality: z.enum(['', ...channelQualities]),
  countries: z.array(z.string()),
  /** Up to when its guide reaches, unix seconds; 0 without a guide. */
  guide_until: z.int(),
  /** How many tariffs open it. */
  tariff_count: z.int(),
  /** Fields that were edited by hand: imports leave them alone. */
  locked: z.array(z.string()),
  /** Grows with every change of the channel. */
  version: z.int(),
  /** Unix seconds; 0 while it is not deleted. */
  deleted_at: z.int(),
  /** The channel into which it was merged; null for none. */
  merged_into: z.nullable(z.int()),
})

const ChannelCategory = z.object({
  category_id: z.int(),
  name_ru: z.string(),
  name_uz: z.string(),
  /** False for those the specification fixes: they can be renamed and ordered, not deleted. */
  is_own: z.boolean(),
  /** Never shown to viewers. */
  is_service: z.boolean(),
  channel_count: z.int(),
})

const Source = z.object({
  /** Without its login and secrets; the whole one for those who may edit channels. */
  url: z.string(),
  protocol: z.string(),
  /** Added by hand: no import removes it. */
  is_own: z.boolean(),
})

function channelName() {
  return text(200, 1)
}

/** The fields that can be edited; absent ones stay. */
export const ChannelFields = z.object({
  name_ru: z.optional(channelName()),
  name_uz: z.optional(text(200)),
  /** A channel that has it changes places with this one. */
  number: z.optional(whole(1, maxChannelNumber)),
  category_id: z.optional(id()),
  additional_category_ids: z.optional(z.array(id()).check(z.maxLength(20))),
  is_enabled: z.optional(z.boolean()),
  is_hidden: z.optional(z.boolean()),
  is_social: z.optional(z.boolean()),
  open_to_guests: z.optional(z.boolean()),
  is_radio: z.optional(z.boolean()),
  archive_days: z.optional(whole(0, maxArchiveDays)),
  low_latency: z.optional(z.boolean()),
  /** '' for none. */
  tvg_id: z.optional(text(200)),
  guide_shift_min: z.optional(whole(-1440, 1440)),
  languages: z.optional(z.array(z.enum(channelLanguages)).check(z.maxLength(channelLanguages.length))),
  /** '' for none. */
  quality: z.optional(z.enum(['', ...channelQualities])),
  /** The version of an uploaded picture; null for none. */
  logo: z.optional(z.nullable(pictureVersion.check(z.minLength(1)))),
})

/** The set of changes that was made; 0 when nothing differed. */
const Changed = z.object({ change_id: z.int(), changed: z.int() })

const view = { section: 'channels', level: 'view' } as const
const edit = { section: 'channels', level: 'edit' } as const
const act = { section: 'channels', level: 'act' } as const

const editFailures = [
  'channel_not_found',
  'changed_since',
  'category_not_found',
  'number_twice',
  'picture_refused',
] as const

/** The version of the channel that was shown: a newer one refuses the edit. */
const version = whole(0, 2_147_483_647)
const cids = z.array(id()).check(z.minLength(1), z.maxLength(maxChannelsAtOnce))

export const consoleChannels = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/channels',
    permission: view,
    summary: 'All channels in the order of their numbers, hidden ones too; or those that were deleted',
    input: z.object({ deleted: z._default(whole(0, 1), 0) }),
    output: z.object({ channels: z.array(ListedChannel), categories: z.array(ChannelCategory) }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/channels/one',
    permission: view,
    summary: 'A channel with its sources, aliases and what the last import said of it',
    input: z.object({ cid: id() }),
    output: z.object({
      channel: ListedChannel,
      sources: z.array(Source),
      /** Names by which guides mean it. */
      aliases: z.array(z.string()),
      /** Names of the tariffs that open it, in Russian. */
      tariffs: z.array(z.string()),
      /** The last import's values of the fields in `locked`, by field. */
      imported: z.record(z.string(), z.unknown()),
      /** The archive of its provider; null for none. */
      catchup: z.nullable(ChannelCatchup),
      ...channelFacts,
      /** The last change: by whom ('' at the command line) and when (unix seconds; 0: never). */
      last_changed_by: z.string(),
      last_changed_at: z.int(),
    }),
    failures: ['channel_not_found'],
  }),
  ...recordingEndpoints,
  edit: consoleEndpoint({
    method: 'POST',
    path: '/channels/edit',
    permission: edit,
    summary: 'Changes fields of one or many channels, all or none; what is changed here, imports leave alone',
    input: z.object({
      edits: z
        .array(
          z.object({
            cid: id(),
            /** The version that was shown: a newer one refuses the edit. Absent: whatever it is. */
            version: z.optional(whole(0, 2_147_483_647)),
            fields: ChannelFields,
          }),
        )
        .check(z.minLength(1), z.maxLength(maxChannelsAtOnce)),
    }),
    output: Changed,
    failures: editFailures,
  }),
  move: consoleEndpoint({
    method: 'POST',
    path: '/channels/move',
    permission: edit,
    summary:
      'Moves channels in front of another one, or to the end: the numbers in between are assigned again',
    input: z.object({ cids, before_cid: z.nullable(id()) }),
    output: Changed,
    failures: editFailures,
  }),
  picture: consoleEndpoint({
    method: 'POST',
    path: '/channels/picture',
    permission: edit,
    summary: 'Stores the next piece of a logo; the last one makes a picture of them',
    ...picturePiece,
  }),
  fetchPicture: consoleEndpoint({
    method: 'POST',
    path: '/channels/picture/fetch',
    permission: edit,
    summary: 'Stores a logo from a public address',
    input: z.object({ address: httpAddress() }),
    output: z.object({ picture: z.string(), image: z.string() }),
    failures: ['picture_refused', 'picture_unreachable'],
  }),
  release: consoleEndpoint({
    method: 'POST',
    path: '/channels/release',
    permission: edit,
    summary: 'Lets imports change fields again that were edited by hand; they get the last import’s values',
    input: z.object({ cid: id(), fields: z.array(text(40, 1)).check(z.minLength(1), z.maxLength(20)) }),
    output: Changed,
    failures: editFailures,
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/channels/remove',
    permission: act,
    summary: 'Deletes channels; for a week they can be restored, with their archive, guide and favourites',
    input: z.object({ cids }),
    output: Changed,
    failures: editFailures,
  }),
  restore: consoleEndpoint({
    method: 'POST',
    path: '/channels/restore',
    permission: edit,
    summary: 'Restores deleted channels; one whose number is taken gets the next free one',
    input: z.object({ cids }),
    output: Changed,
    failures: editFailures,
  }),
  merge: consoleEndpoint({
    method: 'POST',
    path: '/channels/merge',
    permission: act,
    summary: 'Merges a channel into another: sources, guide, favourites, tariffs and aliases follow',
    input: z.object({ cid: id(), into_cid: id() }),
    output: z.object({
      change_id: z.int(),
      sources: z.int(),
      aliases: z.int(),
      favourites: z.int(),
      tariffs: z.int(),
      programmes: z.int(),
    }),
    failures: ['channel_not_found', 'merge_into_itself', 'merge_of_linear'],
  }),
  duplicates: consoleEndpoint({
    method: 'GET',
    path: '/channels/duplicates',
    permission: view,
    summary: 'Pairs of channels that look like one, the surest first, at most 500',
    input: z.object({}),
    output: z.object({
      pairs: z.array(
        z.object({
          cid: z.int(),
          other_cid: z.int(),
          /** What speaks for it. */
          reasons: z.array(z.enum(['source', 'guide_id', 'name', 'programmes'])),
        }),
      ),
    }),
  }),
  add: addChannel,
  addSource: consoleEndpoint({
    method: 'POST',
    path: '/channels/sources/add',
    permission: edit,
    summary: 'Adds a source to a channel: no import removes it',
    input: z.object({
      cid: id(),
      /** http(s), udp, rtp, srt, rtmp or rtsp; never a file of the server. */
      url: text(2000, 1),
      user_agent: optionalText(500),
      referer: optionalText(500),
      /** The preferred one; otherwise the last. */
      is_first: z._default(z.boolean(), false),
    }),
    output: Changed,
    failures: [...sourceFailures, 'source_address', 'source_twice', 'sources_full'],
  }),
  examineSource: consoleEndpoint({
    method: 'POST',
    path: '/channels/sources/examine',
    permission: edit,
    summary:
      'Reads eight seconds of a source and says what comes; of the recorded one, what was just recorded',
    input: z.object({ cid: id(), index: sourceIndex }),
    output: z.object({
      /** The channel is being recorded from it: the source was not opened a second time. */
      is_recorded: z.boolean(),
      /** Why nothing came, in English, without an address; '' when something came. */
      words: z.string(),
      streams: z.array(ExaminedStream),
      bits_per_second: z.nullable(z.int()),
      /** EBU R 128, integrated; -70 is silence; null without sound. */
      loudness_lufs: z.nullable(z.number()),
      /** A JPEG of 640 pixels, base64; null without a picture. */
      still: z.nullable(z.string()),
    }),
    failures: [...sourceFailures, 'source_not_found', 'source_examined_elsewhere'],
  }),
  play: consoleEndpoint({
    method: 'GET',
    path: '/channels/play',
    permission: edit,
    summary:
      'An address that plays a channel live for minutes, whatever viewers may do; it counts as no stream',
    input: z.object({ cid: id() }),
    output: z.object({
      /** An HLS master playlist on the console's own origin. */
      url: z.string(),
      expires_at: z.int(),
    }),
    failures: [...sourceFailures, 'channel_off_air'],
  }),
  playSource,
  moveSource: consoleEndpoint({
    method: 'POST',
    path: '/channels/sources/move',
    permission: edit,
    summary: 'Moves a source of a channel to another position; the first is recorded while it works',
    input: z.object({ cid: id(), version, index: sourceIndex, to_index: sourceIndex }),
    output: Changed,
    failures: [...sourceFailures, 'source_not_found', 'changed_since'],
  }),
  removeSource: consoleEndpoint({
    method: 'POST',
    path: '/channels/sources/remove',
    permission: edit,
    summary: 'Removes a source of a channel, but not the last one',
    input: z.object({ cid: id(), version, index: sourceIndex }),
    output: Changed,
    failures: [...sourceFailures, 'source_not_found', 'source_last', 'changed_since'],
  }),
  previewCatchup: consoleEndpoint({
    method: 'POST',
    path: '/channels/catchup/preview',
    permission: edit,
    summary:
      'The address that a catch-up would make for an hour ago, or what is wrong with it; stores nothing',
    input: z.object({ cid: id(), ...catchupRule }),
    output: CatchupMade,
    failures: sourceFailures,
  }),
  saveCatchup: consoleEndpoint({
    method: 'POST',
    path: '/channels/catchup/save',
    permission: edit,
    summary: 'Says how the archive of a channel’s provider is reached: imports leave it; null for none',
    input: z.object({ cid: id(), version, rule: z.nullable(z.object(catchupRule)) }),
    output: Changed,
    failures: [...sourceFailures, 'changed_since', 'catchup_wrong'],
  }),
  saveCategory: consoleEndpoint({
    method: 'POST',
    path: '/channels/categories/save',
    permission: edit,
    summary: 'Names a category, or creates one',
    input: z.object({
      /** Null creates one. */
      category_id: z.nullable(id()),
      name_ru: text(60, 1),
      name_uz: text(60, 1),
    }),
    output: z.object({ category_id: z.int(), change_id: z.int() }),
    failures: ['category_not_found', 'category_named', 'categories_full'],
  }),
  orderCategories: consoleEndpoint({
    method: 'POST',
    path: '/channels/categories/order',
    permission: edit,
    summary: 'Puts all categories into this order',
    input: z.object({ category_ids: z.array(id()).check(z.minLength(1), z.maxLength(200)) }),
    output: Changed,
    failures: ['category_not_found'],
  }),
  removeCategory: consoleEndpoint({
    method: 'POST',
    path: '/channels/categories/remove',
    permission: edit,
    summary: 'Deletes an own category; its channels go into another one',
    input: z.object({ category_id: id(), into_category_id: id() }),
    output: Changed,
    failures: ['category_not_found', 'category_fixed'],
  }),
}
