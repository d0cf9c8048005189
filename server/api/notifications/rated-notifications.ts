/** Notifications for profiles that are shown only what is rated. */
import { readReminderHref } from '#contract/channels/reminders.ts'
import type { ApiContext } from '#server/api/context/api-context.ts'
import { isContentLink } from '#server/api/context/unrated.ts'
import type { BellState, Notifications, ProfileReader, Waited } from '#server/notifications/notifications.ts'
import type { TelevisionSnapshot } from '#server/television/television.ts'

/** So many of the newest are looked through. */
const maxLookedThrough = 500

interface RatedParts {
  readonly module: Pick<Notifications, 'list'>
  readonly television: Pick<ApiContext['television'], 'now'>
}

/** A page of those that lead to something that the viewer is shown; all others have only the words of the staff. */
export async function listRated(
  { module, television }: RatedParts,
  who: Parameters<Notifications['list']>[0],
  { page, limit }: Parameters<Notifications['list']>[1],
): ReturnType<Notifications['list']> {
  const latest = await module.list(who, { page: 1, limit: maxLookedThrough })
  const snapshot = television.now()
  const shown = latest.notifications.filter(({ href }) => isRatedLink(href, snapshot))
  return {
    notifications: shown.slice((page - 1) * limit, page * limit),
    total: shown.length,
    unreadCount: shown.filter(({ isRead }) => !isRead).length,
  }
}

/** How many of those that the viewer is shown are unread. */
export async function unreadRated(parts: RatedParts, who: ProfileReader): Promise<number> {
  return (await listRated(parts, who, { page: 1, limit: 1 })).unreadCount
}

/**
 * Waits as the module does, and counts as unread only what the viewer is shown. `existing` is what the client was told, so
 * it is compared with the same count, and the module waits from the state that it has itself.
 */
export async function waitRated(
  parts: RatedParts & { readonly module: Pick<Notifications, 'wait'> },
  who: ProfileReader,
  existing: BellState | undefined,
  signal: AbortSignal,
): Promise<Waited> {
  const now = await parts.module.wait(who, undefined, signal)
  if (now.kind === 'full') return now
  const unreadCount = await unreadRated(parts, who)
  const isNews =
    existing === undefined ||
    existing.lastId !== now.state.lastId ||
    existing.unreadCount !== unreadCount ||
    (existing.lastCommand !== undefined && existing.lastCommand !== (now.state.lastCommand ?? 0))
  if (isNews) return { kind: 'state', state: { ...now.state, unreadCount } }
  const next = await parts.module.wait(who, now.state, signal)
  if (next.kind === 'full') return next
  return { kind: 'state', state: { ...next.state, unreadCount: await unreadRated(parts, who) } }
}

/** Whether a link leads to something that is rated, and not to a programme that the viewer is not shown. */
export function isRatedLink(href: string, { guide }: Pick<TelevisionSnapshot, 'guide'>): boolean {
  const pid = readReminderHref(href)?.pid
  return isContentLink(href) && (pid === undefined || guide.programme(pid) !== undefined)
}
