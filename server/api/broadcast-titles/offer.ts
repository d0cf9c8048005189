/** Which broadcasts of a title a client can be offered, and which titles. Pure. */
import type { BroadcastTitle, Recorded, WorkBroadcast } from '#server/broadcast-titles/broadcast-titles.ts'
import { isAdultRating } from '#server/entitlement/entitlement.ts'
import type { ChannelRecord, ProgrammeRecord } from '#server/television/television.ts'

/** What is needed to decide what this client can be offered. */
export interface OfferView {
  readonly nowMs: number
  readonly isGuest: boolean
  /** A channel that the client sees. */
  channel(cid: number): ChannelRecord | undefined
  /** Whether the client's tariff opens the archive of a channel. */
  isOpen(channel: ChannelRecord): boolean
  /** What of a past broadcast can be watched. */
  recorded(programme: ProgrammeRecord): Recorded | undefined
  /** Whether nothing of a broadcast may be shown to this client. */
  isClosed(programme: ProgrammeRecord): boolean
}

/** A broadcast that can be offered. */
export interface OfferedBroadcast extends WorkBroadcast, Recorded {
  readonly channel: ChannelRecord
  readonly isAvailable: boolean
}

const maxOffered = 60
const maxExamined = 200

/** The broadcasts of a title that can be watched, the best first. */
export function offeredBroadcasts(
  title: Pick<BroadcastTitle, 'broadcasts'>,
  view: OfferView,
): readonly OfferedBroadcast[] {
  const past = title.broadcasts.filter(({ programme }) => programme.endMs <= view.nowMs)
  const offered: OfferedBroadcast[] = []
  for (const broadcast of past.slice(-maxExamined).toReversed()) {
    const one = offered.length < maxOffered ? offerOf(broadcast, view) : undefined
    if (one !== undefined) offered.push(one)
  }
  return offered.toSorted(byWorth)
}

function offerOf(broadcast: WorkBroadcast, view: OfferView): OfferedBroadcast | undefined {
  const { programme } = broadcast
  const channel = view.channel(programme.cid)
  if (channel === undefined) return undefined
  // Nothing for adults without a login.
  if (view.isGuest && isAdultRating(programme.ageRating)) return undefined
  const recorded = view.recorded(programme)
  if (recorded === undefined || view.isClosed(programme)) return undefined
  return { ...broadcast, ...recorded, channel, isAvailable: view.isOpen(channel) }
}

/** Those that the client may watch come first, then complete ones, then those that stay the longest. */
function byWorth(a: OfferedBroadcast, b: OfferedBroadcast): number {
  return (
    Number(b.isAvailable) - Number(a.isAvailable) ||
    Number(b.isComplete) - Number(a.isComplete) ||
    expiryOf(b) - expiryOf(a) ||
    b.programme.beginMs - a.programme.beginMs ||
    a.programme.pid - b.programme.pid
  )
}

/** What is protected stays for ever; a difference of infinities would be no number. */
function expiryOf({ expiresMs }: Pick<Recorded, 'expiresMs'>): number {
  return expiresMs ?? Number.MAX_SAFE_INTEGER
}

const dayMs = 86_400_000
/** No archive reaches further back. */
const maxBackMs = 31 * dayMs

/**
 * Titles with a past broadcast, in the order of a rail: what was broadcast last comes first, and a popular title of the
 * catalogue counts as up to three days newer. `popularityOf` is undefined for one that the client does not see there.
 */
export function rankTitles(
  titles: readonly BroadcastTitle[],
  nowMs: number,
  popularityOf: (vid: number) => number | undefined,
): readonly BroadcastTitle[] {
  const ranked = titles.flatMap((title) => {
    const last = title.broadcasts.findLast(({ programme }) => programme.endMs <= nowMs)
    if (last === undefined || last.programme.endMs < nowMs - maxBackMs) return []
    const popularity = title.vid === null ? 0 : (popularityOf(title.vid) ?? 0)
    const rank = last.programme.endMs + Math.min(maxBonusDays, Math.log10(1 + popularity)) * dayMs
    return [{ title, rank }]
  })
  return ranked.toSorted((a, b) => b.rank - a.rank || a.title.id - b.title.id).map(({ title }) => title)
}

const maxBonusDays = 3
