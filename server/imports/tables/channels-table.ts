/** Channels as a table. */
import { randomUUID } from 'node:crypto'
import { gatheringCategoryId } from '#contract/form/constants.ts'
import { maxChannelNumber } from '#contract/console/channel-parts.ts'
import { maxArchiveDays } from '#contract/console/channels.ts'
import { namesOfTariffs, openInBaseTariffs } from '#server/billing/billing.ts'
import type { Fields, Json } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  type ByWhom,
  type ChannelEdit,
  type ChannelFieldEdits,
  type PublishedChannel,
  changingChannels,
  channelStates,
  channelStore,
  hideChannels,
  listStaffCategories,
  publishChannels,
  writeChannelEdits,
} from '#server/television/television.ts'
import { readSourceAddress } from '#server/imports/m3u/channel-of-entry.ts'
import { channelRules } from './channel-rules.ts'
import { Choices, choiceColumn, choicesColumn } from './choices.ts'
import {
  type Column,
  booleanColumn,
  problemOf,
  shownColumn,
  textColumn,
  tidy,
  wholeColumn,
} from './column.ts'
import type { ContentTable, TableApplied, TableOptions, TableRow, TakenRows } from './content-table.ts'

const maxSourcesInCell = 16

/** The addresses of a channel, each on its line. */
const sourcesColumn: Column = {
  ...{ name: 'sources', kind: 'text', width: 50, isReadOnly: false },
  write: (value) => (value as readonly string[]).join('\n'),
  read: (text) => {
    const urls = [...new Set(text.split('\n').map((one) => one.trim()))].filter(Boolean)
    if (urls.length === 0) return problemOf('required', 'https://…')
    return urls.length > maxSourcesInCell ? problemOf('too_many', String(maxSourcesInCell)) : { value: urls }
  },
}

/** Opens the channels that are not deleted as a table. */
export async function openChannelsTable(
  db: Db,
  { language, withAddresses }: TableOptions,
): Promise<ContentTable> {
  const categories = (await listStaffCategories(db)).map(({ id, nameRu, nameUz }) => ({
    ...{ id, name_ru: nameRu, name_uz: nameUz },
  }))
  const main = new Choices(
    categories.filter(({ id }) => id !== gatheringCategoryId),
    language,
  )
  const columns: readonly Column[] = [
    wholeColumn('cid', 1, 2_147_483_647),
    wholeColumn('number', 1, maxChannelNumber),
    textColumn('name_ru', { max: 200, isRequired: true }),
    textColumn('name_uz', { max: 200 }),
    choiceColumn('category_id', main),
    choicesColumn('additional_category_ids', new Choices(categories, language), 20),
    booleanColumn('is_enabled', language),
    booleanColumn('is_hidden', language),
    booleanColumn('is_social', language),
    booleanColumn('open_to_guests', language),
    booleanColumn('is_radio', language),
    wholeColumn('archive_days', 0, maxArchiveDays),
    booleanColumn('low_latency', language),
    textColumn('tvg_id', { max: 200, width: 20 }),
    wholeColumn('guide_shift_min', -1440, 1440),
    ...(withAddresses ? [sourcesColumn] : []),
    shownColumn('tariffs', 30),
    shownColumn('aliases', 30),
    shownColumn('channel_countries', 10),
  ]
  return {
    columns,
    lock: (tx) => channelStore.lock(tx),
    ids: async () => {
      const rows = await db
        .selectFrom('channel')
        .select('id')
        .where('deleted_at', 'is', null)
        .orderBy('number')
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    },
    rows: async (ids) => {
      const states = await channelStates(db, ids)
      const tariffs = await namesOfTariffs(db, [...states.keys()], language === 'uz' ? 'uz' : 'ru')
      return new Map([...states].map(([cid, fields]) => [cid, rowOf(cid, fields, tariffs.get(cid) ?? [])]))
    },
    rules: () => channelRules(db),
    apply: applyChannels,
  }
}

function rowOf(cid: number, fields: Fields, tariffs: readonly string[]): TableRow {
  const sources = (fields['sources'] as readonly Fields[]).map(({ url }) => String(url))
  return {
    id: cid,
    label: `${String(fields['number'])} ${String(fields['name_ru'] || fields['name_uz'])}`,
    values: {
      ...fields,
      cid,
      sources,
      tariffs: tariffs.join('; '),
      aliases: (fields['aliases'] as readonly string[]).join('; '),
      channel_countries: (fields['countries'] as readonly string[]).join('; ').toUpperCase(),
    },
  }
}

/** Ends the transaction when a category or a channel is gone. */
class ChangedSince extends Error {}

async function applyChannels(
  tx: DbTransaction,
  { changed, created, gone }: TakenRows,
  who: ByWhom & { readonly title: string },
): Promise<TableApplied> {
  try {
    const { changeId, entries } = await changingChannels(tx, { kind: 'import', ...who }, async () => {
      const sources = new Map<number, Json>()
      const states = await channelStates(tx, [...changed.keys()])
      const edits: ChannelEdit[] = []
      for (const [cid, values] of changed) {
        edits.push({ cid, fields: editsOf(values) })
        if (Array.isArray(values['sources']))
          sources.set(cid, sourcesOf(values['sources'] as readonly string[], states.get(cid)))
      }
      const writing = { nowMs: who.nowMs, sources }
      if (await writeChannelEdits(tx, edits, writing)) throw new ChangedSince()
      // After the others: a new channel may have the number that another one leaves.
      const added = await createChannels(tx, created, who.nowMs)
      if (await writeChannelEdits(tx, added, writing)) throw new ChangedSince()
      await hideChannels(tx, gone)
    })
    return { kind: 'changed', changeId, changed: entries.length }
  } catch (error) {
    if (error instanceof ChangedSince) return { kind: 'changed_since' }
    throw error
  }
}

const editable = [
  ...['number', 'name_ru', 'name_uz', 'category_id', 'additional_category_ids', 'is_enabled', 'is_hidden'],
  ...['is_social', 'open_to_guests', 'is_radio', 'archive_days', 'low_latency', 'tvg_id', 'guide_shift_min'],
]

function editsOf(values: Fields): ChannelFieldEdits {
  return Object.fromEntries(Object.entries(values).filter(([name]) => editable.includes(name)))
}

/** The stored sources in the order of the cell; a new address is the operator's own. */
function sourcesOf(urls: readonly string[], state: Fields | undefined): Json {
  const stored = new Map(
    ((state?.['sources'] ?? []) as readonly Fields[]).map((source) => [tidy(String(source['url'])), source]),
  )
  return urls.flatMap((url): readonly Fields[] => {
    const source = stored.get(url)
    if (source !== undefined) return [source]
    const read = readSourceAddress(url)
    if (read.kind === 'refused') return []
    return [{ url: read.url, protocol: read.protocol, user_agent: null, referer: null, is_own: true }]
  })
}

const generalCategory = 1
const defaultArchiveDays = 7

/** New channels; a number that another channel has stays with it. Their other fields are edits. */
async function createChannels(
  tx: DbTransaction,
  created: readonly Fields[],
  nowMs: number,
): Promise<readonly ChannelEdit[]> {
  if (created.length === 0) return []
  const published = created.map((values): PublishedChannel => {
    const number = values['number']
    const sources = ((values['sources'] ?? []) as readonly string[]).flatMap((url) => {
      const read = readSourceAddress(url)
      return read.kind === 'refused' ? [] : [{ url: read.url, protocol: read.protocol }]
    })
    return {
      key: `table:${randomUUID()}`,
      ...(typeof number === 'number' ? { number } : {}),
      name: { ru: String(values['name_ru'] ?? ''), uz: String(values['name_uz'] ?? '') },
      logo: null,
      categoryId: Number(values['category_id'] ?? generalCategory),
      additionalCategories: (values['additional_category_ids'] ?? []) as readonly number[],
      isSocial: values['is_social'] === true,
      isOpenToGuests: values['open_to_guests'] === true,
      isRadio: values['is_radio'] === true,
      worldPlace: null,
      source: { kind: 'recorded', sources },
      isEnabled: values['is_enabled'] === true,
      archiveDays: Number(values['archive_days'] ?? defaultArchiveDays),
      guideShiftMin: Number(values['guide_shift_min'] ?? 0),
    }
  })
  const outcomes = await publishChannels(tx, published, nowMs)
  const cids = outcomes.map(({ cid }) => cid)
  await openInBaseTariffs(tx, cids)
  return created.map((values, at) => {
    const { number: _, ...fields } = editsOf(values)
    return { cid: cids[at] ?? 0, fields }
  })
}
