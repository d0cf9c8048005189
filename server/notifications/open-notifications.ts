import type { Accounts } from '#server/accounts/accounts.ts'
import {
  type NotificationRecord,
  type ProfileReader,
  type Reader,
  findNotification,
  findNotifications,
} from './notification.ts'
import { type BellState, findBellStates, markAllRead, markRead, readToOf, readerName } from './reader.ts'
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
  /** The newest command to a device of each account, for the same waiting requests; without accounts that have none. */
  readonly lastCommands?: (accountIds: readonly number[]) => Promise<ReadonlyMap<number, number>>
  readonly limits?: Partial<WaitingLimits>
}

type PageRequest = { readonly page: number; readonly limit: number }

/** Notifications of subscribers, single ones or for all, and what each of them has read. */
export interface Notifications {
  /** A page of them, newest first. `who` undefined: a guest, who sees those for all. */
  list(
    who: ProfileReader | undefined,
    request: PageRequest,
  ): Promise<{
    readonly notifications: readonly NotificationRecord[]
    readonly total: number
    readonly unreadCount: number
  }>
  /** Opens one, which marks it as read; undefined when it does not exist or is not for this reader. */
  open(
    who: ProfileReader | undefined,
    notificationId: number,
  ): Promise<{ readonly notification: NotificationRecord; readonly unreadCount: number } | undefined>
  /** Marks everything up to a notification as read and returns how many are unread. */
  readAll(who: ProfileReader, upTo: number): Promise<number>
  /** Waits until the state of the bell differs from `existing`. */
  wait(who: ProfileReader, existing: BellState | undefined, signal: AbortSignal): Promise<Waited>
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
    read: (readers) => readStates(options, readers),
    begin: async (reader) => void (await readToOf(db, reader, createdAt)),
    log,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  })
  const readerOf = async (who: ProfileReader | undefined): Promise<Reader> =>
    who === undefined ? null : { ...who, readTo: await readToOf(db, who, createdAt) }
  const unreadOf = async (reader: Reader): Promise<number> =>
    reader === null ? 0 : ((await findBellStates(db, [reader])).get(readerName(reader))?.unreadCount ?? 0)

  return {
    list: async (who, request) => {
      const reader = await readerOf(who)
      const [page, unreadCount] = await Promise.all([
        findNotifications(db, reader, request),
        unreadOf(reader),
      ])
      return { ...page, unreadCount }
    },
    open: async (who, notificationId) => {
      const reader = await readerOf(who)
      const notification = await findNotification(db, reader, notificationId)
      if (notification === undefined) return undefined
      if (reader !== null && !notification.isRead) await markRead(db, reader, notificationId, clock.nowMs())
      return { notification: { ...notification, isRead: true }, unreadCount: await unreadOf(reader) }
    },
    readAll: async (who, upTo) => {
      const reader = await readerOf(who)
      await markAllRead(db, who, upTo)
      return unreadOf(reader)
    },
    wait: (who, existing, signal) => waiting.wait(who, existing, signal),
    changed: (accountId) => waiting.changed(accountId),
    waiting: () => waiting.count(),
  }
}

async function readStates(
  { db, lastCommands }: Pick<NotificationsOptions, 'db' | 'lastCommands'>,
  readers: readonly ProfileReader[],
): Promise<ReadonlyMap<string, BellState>> {
  const accountIds = [...new Set(readers.map(({ accountId }) => accountId))]
  const [states, commands] = await Promise.all([findBellStates(db, readers), lastCommands?.(accountIds)])
  if (commands === undefined) return states
  return new Map(
    readers.flatMap((reader) => {
      const state = states.get(readerName(reader))
      const lastCommand = commands.get(reader.accountId) ?? 0
      return state === undefined ? [] : [[readerName(reader), { ...state, lastCommand }] as const]
    }),
  )
}
