import { shownModel } from '#server/accounts/accounts.ts'
import { listEvents, type WrittenEvent } from '#server/audit/audit.ts'
import { type Billing, type HistoryEntry, subscriptionHistory } from '#server/billing/billing.ts'
import { failedOrders } from '#server/cards/cards.ts'
import { commandsTo } from '#server/commands/commands.ts'
import { listComplaints } from '#server/complaints/complaints.ts'
import { notificationsTo } from '#server/notifications/notifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import { nameIn } from './card.ts'
import { notesOf } from './notes.ts'
import { failedPlaysOf } from './plays/failed-plays.ts'
import { namesOfPlay } from './plays/names-of-play.ts'

export const timelineKinds = [
  'access',
  'payment',
  'charge',
  'subscription',
  'message',
  'complaint',
  'staff',
  'note',
  'play',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

type Names = { readonly ru: string; readonly uz: string; readonly en: string }

/** Something that happened to a subscriber. Fields that it does not have are '' or 0. */
export interface TimelineEntry {
  /** Unique among all entries of an account. */
  readonly key: string
  readonly atMs: number
  readonly kind: TimelineKind
  /** What exactly: the name of an audit event, the kind of a ledger entry, a state. */
  readonly what: string
  /** Added to the balance, below 0 for what was taken. */
  readonly amountTiyin: number
  readonly balanceTiyin: number
  /** A tariff's or a message's name. */
  readonly name: Names
  /** Free text, as its author wrote it. */
  readonly text: string
  /** The member of staff. */
  readonly by: string
  readonly device: string
  readonly address: string
  /** The act of the staff that it is of, for what can be taken back; 0: none. */
  readonly actId: number
}

export interface TimelineRequest {
  readonly accountId: number
  /** Undefined: all. */
  readonly kind: TimelineKind | undefined
  /** The last entry of the page before; undefined: the newest. */
  readonly after: { readonly atMs: number; readonly key: string } | undefined
  readonly limit: number
}

interface Span {
  readonly accountId: number
  readonly untilMs: number
  readonly limit: number
}
export interface TimelineDeps {
  readonly db: Db
  readonly clock: Clock
  readonly billing: Pick<Billing, 'tariffs' | 'history'>
  readonly television: Pick<LiveTelevision, 'now'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
}

/** Entries of one moment that a page may end between. */
const sameMoment = 20
const latestMs = Date.UTC(2100, 0, 1)
const noName: Names = { ru: '', uz: '', en: '' }
const nothing = {
  ...{ amountTiyin: 0, balanceTiyin: 0, name: noName, text: '', by: '', device: '', address: '' },
  actId: 0,
}

/** A page of what happened to an account, the newest first. */
export async function readTimeline(
  deps: TimelineDeps,
  { accountId, kind, after, limit }: TimelineRequest,
): Promise<{ readonly entries: readonly TimelineEntry[]; readonly hasMore: boolean }> {
  const span = { accountId, untilMs: after?.atMs ?? latestMs, limit: limit + sameMoment }
  const all = await Promise.all(
    timelineKinds.filter((one) => kind === undefined || one === kind).map((one) => readers[one](deps, span)),
  )
  const rest = all
    .flat()
    .toSorted((a, b) => b.atMs - a.atMs || (a.key < b.key ? 1 : -1))
    .filter((one) => after === undefined || one.atMs < after.atMs || one.key < after.key)
  return { entries: rest.slice(0, limit), hasMore: rest.length > limit }
}

type Reader = (deps: TimelineDeps, span: Span) => Promise<readonly TimelineEntry[]>

const readers: Readonly<Record<TimelineKind, Reader>> = {
  access: async ({ db }, span) => eventsBy(db, span, 'access', ['viewer', 'system']),
  staff: async ({ db }, span) => eventsBy(db, span, 'staff', ['staff', 'operator']),
  payment: async (deps, span) => {
    const kinds = ['top_up', 'refund', 'promotion', 'adjustment'] as const
    const [failed, ...moved] = await Promise.all([
      failedPayments(deps.db, span),
      ...kinds.map((kind) => deps.billing.history({ ...span, kind })),
    ])
    return [...failed, ...moved.flat().map((entry) => entryOf(entry, 'payment', noName))]
  },
  charge: async ({ billing }, span) => {
    const [tariffs, entries] = await Promise.all([
      billing.tariffs(),
      billing.history({ ...span, kind: 'charge' }),
    ])
    return entries.map((one) =>
      entryOf(one, 'charge', one.tariffId === null ? noName : nameIn(tariffs, one.tariffId)),
    )
  },
  subscription: async ({ db, billing }, span) => {
    const [tariffs, past] = await Promise.all([billing.tariffs(), subscriptionHistory(db, span)])
    return past.map((one) => ({
      ...nothing,
      ...{ key: `s${one.subscriptionId}`, atMs: one.createdMs, kind: 'subscription', what: 'connected' },
      name: nameIn(tariffs, one.tariffId),
    }))
  },
  message: async (deps, span) => {
    const [written, commands] = await Promise.all([
      notificationsTo(deps.db, span),
      commandEntries(deps, span),
    ])
    return [
      ...commands,
      ...written.map(({ notificationId, createdAtMs, isRead, title, body }) => ({
        ...nothing,
        ...{ key: `m${notificationId}`, atMs: createdAtMs, what: isRead ? 'read' : 'sent' },
        ...{ kind: 'message' as const, name: { ...title, en: title.ru }, text: body.ru },
      })),
    ]
  },
  complaint: async ({ db }, span) =>
    (await listComplaints(db, { ...span, openOnly: false })).map((one) => ({
      ...nothing,
      ...{ key: `c${one.complaintId}`, atMs: one.createdAtMs, kind: 'complaint' },
      what: one.closedAtMs === null ? 'open' : 'closed',
      name: { ru: one.problem, uz: one.problem, en: one.problem },
      ...{ text: one.body, device: one.device },
    })),
  play: async (deps, span) =>
    (await failedPlaysOf(deps.db, span)).map((one) => ({
      ...nothing,
      ...{ key: `p${one.failedPlayId}`, atMs: one.atMs, kind: 'play', what: one.code, text: one.kind },
      name: namesOfPlay(deps, one),
      device: one.deviceName || shownModel(one.deviceModel),
    })),
  note: async ({ db }, span) =>
    (await notesOf(db, span)).map(({ noteId, createdMs, body, staffName }) => ({
      ...nothing,
      ...{ key: `n${noteId}`, atMs: createdMs, kind: 'note', what: 'note', text: body, by: staffName },
    })),
}

/** `command_channel_done`: the kind of a command, and its state. */
async function commandEntries(
  { db, clock, television }: TimelineDeps,
  span: Span,
): Promise<readonly TimelineEntry[]> {
  const commands = await commandsTo(db, span, clock.nowMs())
  const { channels } = television.now()
  return commands.map((one) => ({
    ...nothing,
    ...{ key: `x${one.commandId}`, atMs: one.createdMs, kind: 'message' },
    what: `command_${one.kind}_${one.state}`,
    name: nameOf(channels.find(({ cid }) => cid === one.channelId)?.name),
    ...{ text: one.text.ru, by: one.staffName, device: one.device.name || shownModel(one.device.model) },
  }))
}

function nameOf(name: { readonly ru: string; readonly uz: string } | undefined): Names {
  return name === undefined ? noName : { ru: name.ru, uz: name.uz, en: name.ru }
}

/** Looking at a card changes nothing, and a note is an entry of its own. */
const leftOut = ['subscriber_viewed', 'subscriber_noted'] as const

async function eventsBy(
  db: Db,
  { accountId, untilMs, limit }: Span,
  kind: 'access' | 'staff',
  actors: readonly WrittenEvent['actor'][],
): Promise<readonly TimelineEntry[]> {
  const events = await listEvents(db, { accountId, until: untilMs, actors, except: leftOut, limit })
  return events.map(({ eventId, happenedAtMs, event, device, address, change, facts }) => ({
    ...nothing,
    ...{ key: `e${eventId}`, atMs: happenedAtMs, kind, what: event, address, device: shownModel(device) },
    by: change?.staffName ?? '',
    text: reasonOf(facts['reason'], change?.after),
    actId: typeof facts['act'] === 'number' ? facts['act'] : 0,
  }))
}

/** A reason is a fact of the event, or of what the member of staff changed. */
function reasonOf(fact: unknown, after: unknown): string {
  if (typeof fact === 'string') return fact
  const isObject = typeof after === 'object' && after !== null && 'reason' in after
  return isObject && typeof after.reason === 'string' ? after.reason : ''
}

async function failedPayments(db: Db, span: Span): Promise<readonly TimelineEntry[]> {
  const orders = await failedOrders(db, span)
  return orders.map((order) => ({
    ...nothing,
    ...{ key: `o${order.order_id}`, atMs: order.created_at.getTime(), kind: 'payment', what: 'failed' },
    ...{ amountTiyin: order.amount_tiyin, text: order.reason ?? '' },
  }))
}

function entryOf(entry: HistoryEntry, kind: 'payment' | 'charge', name: Names): TimelineEntry {
  return {
    ...nothing,
    ...{ key: `l${entry.ledgerEntryId}`, atMs: entry.happenedAtMs, kind, what: entry.kind, name },
    ...{ amountTiyin: entry.amountTiyin, balanceTiyin: entry.balanceAfterTiyin },
    // `payme:…`, `card:…`: where the money came from; the rest of it is nobody's to read.
    text: /^([a-z]+):/.exec(entry.reference)?.[1] ?? '',
  }
}
