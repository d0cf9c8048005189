import type { Accounts } from '#server/accounts/accounts.ts'
import { findNotification, findNotifications, type NotificationRecord, type Reader } from './notification.ts'
import { type BellState, findBellStates, markAllRead, markRead, readToOf } from './reader.ts'
import { createWaiting, type Waited, type WaitingLimits } from './waiting.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'

export interface NotificationsOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** When an account was created; read once for each account. */
  readonly accounts: Pick<Accounts, 'accountOf'>
  readonly limits?: Partial<WaitingLimits>
}

type PageRequest = { readonly page: number; readonly limit: number }

/** Notifications of subscribers, single ones or for all, and what each of them has read. */
export interface Notifications {
  /** A page of them, newest first. `accountId` undefined: a guest, who sees those for all. */
  list(
    accountId: number | undefined,
    request: PageRequest,
  ): Promise<{
    readonly notifications: readonly NotificationRecord[]
    readonly total: number
    readonly unreadCount: number
  }>
  /** Opens one, which marks it as read; undefined when it does not exist or belongs to another account. */
  open(
    accountId: number | undefined,
    notificationId: number,
  ): Promise<{ readonly notification: NotificationRecord; readonly unreadCount: number } | undefined>
  /** Marks everything up to a notification as read and returns how many are unread. */
  readAll(accountId: number, upTo: number): Promise<number>
  /** Waits until the state of the bell differs from `existing`. */
  wait(accountId: number, existing: BellState | undefined, signal: AbortSignal): Promise<Waited>
  /** A reader's notifications changed, in any process; null: possibly any reader's. */
  changed(accountId: number | null): void
  /** How many requests are waiting. */
  waiting(): number
}

export function openNotifications(options: NotificationsOptions): Notifications {
  const { accounts, db, clock, log } = options
  const createdAt = async (accountId: number) =>
    (await accounts.accountOf(accountId))?.createdAt ?? new Date(0)
  const waiting = createWaiting({
    read: (accountIds) => findBellStates(db, accountIds),
    begin: async (accountId) => void (await readToOf(db, accountId, createdAt)),
    log,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  })
  const readerOf = async (accountId: number | undefined): Promise<Reader> =>
    accountId === undefined ? null : { accountId, readTo: await readToOf(db, accountId, createdAt) }
  const unreadOf = async (reader: Reader): Promise<number> =>
    reader === null
      ? 0
      : ((await findBellStates(db, [reader.accountId])).get(reader.accountId)?.unreadCount ?? 0)

  return {
    list: async (accountId, request) => {
      const reader = await readerOf(accountId)
      const [page, unreadCount] = await Promise.all([
        findNotifications(db, reader, request),
        unreadOf(reader),
      ])
      return { ...page, unreadCount }
    },
    open: async (accountId, notificationId) => {
      const reader = await readerOf(accountId)
      const notification = await findNotification(db, reader, notificationId)
      if (notification === undefined) return undefined
      if (reader !== null && !notification.isRead)
        await markRead(db, reader.accountId, notificationId, clock.nowMs())
      return { notification: { ...notification, isRead: true }, unreadCount: await unreadOf(reader) }
    },
    readAll: async (accountId, upTo) => {
      const reader = await readerOf(accountId)
      await markAllRead(db, accountId, upTo)
      return unreadOf(reader)
    },
    wait: (accountId, existing, signal) => waiting.wait(accountId, existing, signal),
    changed: (accountId) => waiting.changed(accountId),
    waiting: () => waiting.count(),
  }
}
