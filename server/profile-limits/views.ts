/** Catalogue and television as a profile sees them. */
import type { LiveCatalogue, Region, Snapshot, TitleRecord } from '#server/catalogue/catalogue.ts'
import type { ProfileLimit } from '#server/platform/primitives/viewer.ts'
import type { LiveTelevision, TelevisionSnapshot } from '#server/television/television.ts'
import { type Judge, judgeOf } from './judge.ts'
import { unratedAge } from '#contract/accounts/profiles.ts'
import { liveEndMs } from './watch-window.ts'

/** A limit that is in force, with what the PIN has opened: `title:7`, `channel:5`, `programme:99`. */
export interface AppliedLimit {
  readonly limit: ProfileLimit
  readonly opened: ReadonlySet<string>
  /** The profile is that of a child. */
  readonly isChild?: boolean
}

/** What the views are made of: everything there is. */
export interface WholeContent {
  readonly catalogue: LiveCatalogue
  readonly television: LiveTelevision
}

/** So many different limits over one snapshot; channels may be chosen in countless ways. */
const maxViews = 64

/** Makes views, and keeps those of the present snapshots: profiles with the same limit share one. */
export function openViews({ catalogue, television }: WholeContent) {
  const titleViews = memoOf<Snapshot, Snapshot>()
  const channelViews = memoOf<TelevisionSnapshot, TelevisionSnapshot>()
  const judge = (limit: ProfileLimit): Judge =>
    judgeOf(limit, { content: () => catalogue.now().content, television: television.now() })
  return {
    judge,
    catalogue: ({ limit, opened }: AppliedLimit, region: Region | undefined): Snapshot => {
      const base = catalogue.now(region)
      const { title: judged } = judge(limit)
      if (limit.aboveLimit === 'ask') {
        const isLocked = (title: TitleRecord) =>
          judged(title) !== undefined && !opened.has(`title:${title.vid}`)
        return { ...base, limited: { isLocked, showsUnrated: true } }
      }
      return titleViews(base, String(limit.ageLimit), () => ({
        ...base.within((title) => judged(title) === undefined),
        limited: { ...nothingLocked, showsUnrated: limit.ageLimit >= unratedAge },
      }))
    },
    television: ({ limit, opened }: AppliedLimit): TelevisionSnapshot => {
      const base = television.now()
      if (limit.aboveLimit === 'ask') return lockedTelevision(base, judge(limit), opened)
      return channelViews(base, keyOf(limit), () => shownTelevision(base, judge(limit)))
    },
  }
}

const nothingLocked = { isLocked: () => false }

function shownTelevision(base: TelevisionSnapshot, judge: Judge): TelevisionSnapshot {
  const channels = base.channels.filter((channel) => judge.channel(channel) === undefined)
  const byCid = new Map(channels.map((channel) => [channel.cid, channel]))
  return {
    channels,
    categories: base.categories,
    guide: base.guide.within((programme) => judge.programme(programme) === undefined),
    channel: (cid) => byCid.get(cid),
    limited: {
      ...nothingLocked,
      isClosed: (cid, atMs) => {
        const { guide } = base
        return liveEndMs({ guide, cid, judge, isOpened: () => false }, atMs).kind === 'above'
      },
    },
  }
}

function lockedTelevision(
  base: TelevisionSnapshot,
  judge: Judge,
  opened: AppliedLimit['opened'],
): TelevisionSnapshot {
  return {
    ...base,
    limited: {
      isLocked: (one) => {
        if (opened.has(`channel:${one.cid}`)) return false
        if (!('pid' in one)) return judge.channel(one) !== undefined
        return judge.programme(one) !== undefined && !opened.has(`programme:${one.pid}`)
      },
    },
  }
}

const keys = new WeakMap<ProfileLimit, string>()

/** The same for limits that show the same. */
function keyOf(limit: ProfileLimit): string {
  const cached = keys.get(limit)
  if (cached !== undefined) return cached
  const channels =
    limit.channelIds === undefined ? '' : [...limit.channelIds].toSorted((a, b) => a - b).join()
  const key = `${limit.ageLimit} ${channels}`
  keys.set(limit, key)
  return key
}

/** One value per snapshot and key; the oldest keys make room, and a snapshot that is gone takes its values along. */
function memoOf<Base extends object, Value>() {
  const byBase = new WeakMap<Base, Map<string, Value>>()
  return (base: Base, key: string, make: () => Value): Value => {
    const values = byBase.get(base) ?? new Map<string, Value>()
    byBase.set(base, values)
    const value = values.get(key) ?? make()
    // The last used one is the last to make room.
    values.delete(key)
    values.set(key, value)
    for (const oldest of values.keys()) {
      if (values.size <= maxViews) break
      values.delete(oldest)
    }
    return value
  }
}
