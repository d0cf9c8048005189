/** A channel that the staff adds by hand, with its first source. */
import { randomUUID } from 'node:crypto'
import { openInBaseTariffs } from '#server/billing/billing.ts'
import type { Json } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  type ByWhom,
  type SourceAddress,
  changingChannels,
  channelStore,
  publishChannels,
  writeChannelEdits,
} from '#server/television/television.ts'

export interface NewChannel {
  /** Absent: the next free one. */
  readonly number?: number | undefined
  readonly nameRu: string
  /** '' when the Russian one is shown in Uzbek too. */
  readonly nameUz: string
  readonly categoryId: number
  readonly isRadio: boolean
  readonly source: SourceAddress
  /** It is recorded from now on. */
  readonly isEnabled: boolean
}

export type ChannelAdded =
  | { readonly kind: 'added'; readonly cid: number; readonly number: number; readonly changeId: number }
  | { readonly kind: 'unknown_category'; readonly categoryId: number }
  /** `name` has it; `free` is the lowest number that no channel has. */
  | { readonly kind: 'number_taken'; readonly number: number; readonly name: string; readonly free: number }

/** Ends the transaction without a change. */
class Refusal extends Error {
  readonly refused: ChannelAdded

  constructor(refused: ChannelAdded) {
    super(refused.kind)
    this.refused = refused
  }
}

const defaultArchiveDays = 7

/**
 * Adds a channel as one set of changes, and opens it in the public and the base tariffs as an import does. Imports leave
 * its fields and its source alone. The source is not opened here.
 */
export async function addChannel(db: Db, channel: NewChannel, { by, nowMs }: ByWhom): Promise<ChannelAdded> {
  try {
    const { result, changeId } = await changingChannels(
      db,
      { kind: 'edit', title: 'add', by, nowMs },
      async (tx) => {
        await checkNumber(tx, channel.number)
        const { cid, number } = await publish(tx, channel, nowMs)
        const refused = await writeChannelEdits(tx, [{ cid, fields: fieldsOf(channel) }], {
          nowMs,
          sources: new Map([[cid, ownSource(channel.source)]]),
        })
        if (refused?.kind === 'unknown_category') throw new Refusal(refused)
        if (refused !== undefined) throw new Error(`the new channel was refused: ${refused.kind}`)
        if (channel.number !== undefined)
          await channelStore.write(tx, new Map([[cid, { '_lock.number': true }]]), nowMs)
        await openInBaseTariffs(tx, [cid])
        return { cid, number }
      },
    )
    return { kind: 'added', ...result, changeId }
  } catch (error) {
    if (error instanceof Refusal) return error.refused
    throw error
  }
}

async function checkNumber(tx: Db, number: number | undefined): Promise<void> {
  if (number === undefined) return
  const rows = await tx
    .selectFrom('channel')
    .select(['number', 'name_ru', 'name_uz'])
    .where('deleted_at', 'is', null)
    .execute()
  const owner = rows.find((row) => row.number === number)
  if (owner === undefined) return
  const taken = new Set(rows.map((row) => row.number))
  let free = 1
  while (taken.has(free)) free += 1
  throw new Refusal({ kind: 'number_taken', number, name: owner.name_ru || owner.name_uz, free })
}

async function publish(tx: Db, channel: NewChannel, nowMs: number) {
  const { number, nameRu, nameUz, isRadio, source, isEnabled } = channel
  const [outcome] = await publishChannels(
    tx,
    [
      {
        key: `hand:${randomUUID()}`,
        ...(number === undefined ? {} : { number }),
        name: { ru: nameRu, uz: nameUz },
        logo: null,
        // Its real one is an edit, which is checked.
        categoryId: 1,
        additionalCategories: [],
        ...{ isSocial: false, isRadio, isEnabled },
        worldPlace: null,
        source: { kind: 'recorded', sources: [source] },
        archiveDays: defaultArchiveDays,
        guideShiftMin: 0,
      },
    ],
    nowMs,
  )
  if (outcome === undefined) throw new Error('the new channel was not written')
  return outcome
}

function fieldsOf({ nameRu, nameUz, categoryId, isRadio, isEnabled }: NewChannel) {
  return {
    ...{ name_ru: nameRu, name_uz: nameUz, category_id: categoryId },
    ...{ is_radio: isRadio, is_enabled: isEnabled },
  }
}

/** As the only source of a channel's state; no import removes it. */
function ownSource({ url, protocol, userAgent, referer }: SourceAddress): Json {
  const headers = { user_agent: userAgent ?? null, referer: referer ?? null }
  return [{ url, protocol, ...headers, is_own: true }]
}
