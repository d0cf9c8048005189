/** What guests watch: counted by network, because a guest has no account. Nothing is stored that leads to a person. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { networkOf, widerNetworks } from '#server/platform/limits/networks.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { leaseMs, warmMs } from './rules.ts'

export interface GuestStreamDeps {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly guests: GuestStreamOptions
}

export interface GuestStreamOptions {
  /** How many guests of one network may watch at once. */
  readonly limit: () => number
  /** Hides the networks that are stored. */
  readonly key: string
}

export interface GuestStreamRequest {
  /** The client's address. */
  readonly address: string
  readonly item: string
  /** The previous stream of this player: it continues with another video. */
  readonly formerId: string | undefined
  /** The player of the former stream is gone: a new one replaces it. */
  readonly left?: boolean
  /** The player sends heartbeats; otherwise the stream counts until its ticket expires. */
  readonly beats: boolean
  readonly warm: boolean
  /** When the ticket to be signed expires, unix milliseconds. */
  readonly ticketUntilMs: number
}

export type GuestStreamStarted =
  | { readonly kind: 'begun'; readonly streamId: string }
  | { readonly kind: 'full'; readonly limit: number }

/** Tickets of a network that are still valid, with those of streams that ended or were only preloaded: times the limit. */
const ticketsTimes = 4

interface CountedNetwork {
  readonly name: string
  readonly times: number
}

/** The client's network and those around it, hidden, with the factor of each limit. The narrowest first. */
function networksOf(address: string, key: string): readonly CountedNetwork[] {
  const network = networkOf(address)
  const hidden = (name: string) =>
    createHmac('sha256', key).update(`guest ${name}`).digest('base64url').slice(0, 22)
  return [{ name: network, times: 1 }, ...widerNetworks(network)].map(({ name, times }) => ({
    name: hidden(name),
    times,
  }))
}

/**
 * Starts or continues a stream of a guest, or refuses when its network has too many. Requests of one network are decided
 * one after another, in whichever process.
 */
export async function beginGuestStream(
  deps: GuestStreamDeps,
  request: GuestStreamRequest,
): Promise<GuestStreamStarted> {
  const { db, clock, guests } = deps
  const networks = networksOf(request.address, guests.key)
  const widest = networks.at(-1)?.name ?? ''
  return db.transaction().execute(async (tx): Promise<GuestStreamStarted> => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${widest}, 0))`.execute(tx)
    const nowMs = clock.nowMs()
    const limit = guests.limit()
    if (await isFull(tx, networks, request.formerId ?? '', limit, { nowMs, isWarm: request.warm }))
      return { kind: 'full', limit }
    return { kind: 'begun', streamId: await writeStream(tx, deps, networks, request, nowMs) }
  })
}

async function isFull(
  tx: DbTransaction,
  networks: readonly CountedNetwork[],
  formerId: string,
  limit: number,
  { nowMs, isWarm }: { readonly nowMs: number; readonly isWarm: boolean },
): Promise<boolean> {
  const now = new Date(nowMs)
  for (const { name, times } of networks) {
    const { rows } = await sql<{ watched: number; tickets: number }>`
      select count(*) filter (where not is_warm and lease_until > ${now})::integer as watched,
        count(*)::integer as tickets
      from guest_stream
      where networks @> array[${name}]::text[] and stream_id <> ${formerId} and ticket_until > ${now}`.execute(
      tx,
    )
    const { watched = 0, tickets = 0 } = rows[0] ?? {}
    if (tickets >= limit * times * ticketsTimes || (!isWarm && watched >= limit * times)) return true
  }
  return false
}

async function writeStream(
  tx: DbTransaction,
  { random }: Pick<GuestStreamDeps, 'random'>,
  networks: readonly CountedNetwork[],
  { formerId, left, item, warm, beats, ticketUntilMs }: GuestStreamRequest,
  nowMs: number,
): Promise<string> {
  const lease = warm ? nowMs + warmMs : beats ? nowMs + leaseMs : ticketUntilMs
  const values = {
    ...{ networks: networks.map(({ name }) => name), item, is_warm: warm },
    ...{ lease_until: new Date(lease), ticket_until: new Date(ticketUntilMs) },
  }
  if (formerId !== undefined && left === true) await endStream(tx, formerId, nowMs)
  else if (formerId !== undefined && !warm) {
    const continued = await tx
      .updateTable('guest_stream')
      .set(values)
      .where('stream_id', '=', formerId)
      .returning('stream_id')
      .executeTakeFirst()
    if (continued !== undefined) return continued.stream_id
  }
  const streamId = `g${Buffer.from(random(16)).toString('base64url')}`
  await tx
    .insertInto('guest_stream')
    .values({ stream_id: streamId, ...values })
    .execute()
  return streamId
}

/** A heartbeat; false when the stream no longer counts: then its player requests an address again. */
export async function beatGuestStream({ db, clock }: GuestStreamDeps, streamId: string): Promise<boolean> {
  const nowMs = clock.nowMs()
  const beaten = await db
    .updateTable('guest_stream')
    .set({ lease_until: new Date(nowMs + leaseMs) })
    .where('stream_id', '=', streamId)
    .where('is_warm', '=', false)
    .where('lease_until', '>', new Date(nowMs))
    .executeTakeFirst()
  return beaten.numUpdatedRows > 0n
}

/** It no longer counts as watched; its ticket does until it expires. */
export async function endGuestStream({ db, clock }: GuestStreamDeps, streamId: string): Promise<boolean> {
  return endStream(db, streamId, clock.nowMs())
}

async function endStream(db: Db | DbTransaction, streamId: string, nowMs: number): Promise<boolean> {
  const ended = await db
    .updateTable('guest_stream')
    .set({ lease_until: new Date(nowMs) })
    .where('stream_id', '=', streamId)
    .where('lease_until', '>', new Date(nowMs))
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}
