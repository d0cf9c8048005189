/** Requests that wait until their bell state changes. An idle one costs only a timer. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProfileReader } from './notification.ts'
import { type BellState, readerName } from './reader.ts'
import type { Log } from '#server/platform/log/log.ts'

export interface WaitingOptions {
  /** The current states of these readers, by their names; without unknown ones. */
  readonly read: (readers: readonly ProfileReader[]) => Promise<ReadonlyMap<string, BellState>>
  /** Registers a reader at its first request. */
  readonly begin: (reader: ProfileReader) => Promise<void>
  readonly log: Log
  readonly limits?: Partial<WaitingLimits>
}

export interface WaitingLimits {
  /** The timeout after which an unchanged response is sent. */
  readonly waitMs: number
  /**
   * A browser needs one for all its tabs; five devices, and one that has not noticed yet that it was disconnected.
   */
  readonly perAccount: number
  readonly inAll: number
}

const defaultLimits: WaitingLimits = { waitMs: 25_000, perAccount: 12, inAll: 20_000 }
/** How many readers one statement reads. */
const atOnce = 500
/** Requests that start within this time are read together: after a restart all come at once, and again every 25 s. */
const gatherMs = 10

export type Waited = { readonly kind: 'state'; readonly state: BellState } | { readonly kind: 'full' }

export interface Waiting {
  /**
   * The reader's state as soon as it differs from `existing`, or the current one after `waitMs` or when `signal` is
   * aborted. At once without `existing`. `full` when too many requests are waiting.
   */
  wait(reader: ProfileReader, existing: BellState | undefined, signal: AbortSignal): Promise<Waited>
  /** An account's state may have changed; null: any account's. */
  changed(accountId: number | null): void
  /** How many are waiting. */
  count(): number
}

interface Waiter {
  readonly reader: ProfileReader
  readonly lastState: BellState
  response(state: BellState): void
}

export function createWaiting({ read, begin, log, limits: input }: WaitingOptions): Waiting {
  const limits = { ...defaultLimits, ...input }
  const waiters = new Map<number, Set<Waiter>>()
  let total = 0
  const look = createReader(waiters, read, log)
  const readOne = gathered(read)
  const stateOf = async (reader: ProfileReader): Promise<BellState> => {
    const state = await readOne(reader)
    if (state !== undefined) return state
    await begin(reader)
    return (await readOne(reader)) ?? nothing
  }

  const place = (accountId: number, waiter: Waiter): (() => void) | undefined => {
    const own = waiters.get(accountId) ?? new Set<Waiter>()
    if (own.size >= limits.perAccount || total >= limits.inAll) return undefined
    waiters.set(accountId, own.add(waiter))
    total += 1
    return () => {
      if (!own.delete(waiter)) return
      total -= 1
      if (own.size === 0 && waiters.get(accountId) === own) waiters.delete(accountId)
    }
  }

  return {
    wait: async (reader, existing, signal) => {
      if (existing === undefined) return { kind: 'state', state: await stateOf(reader) }
      const { promise, resolve } = Promise.withResolvers<BellState>()
      // Registered before the first read, so that a change in between is not missed.
      const leave = place(reader.accountId, { reader, lastState: existing, response: resolve })
      if (leave === undefined) return { kind: 'full' }
      const giveUp = () => resolve(existing)
      const timer = setTimeout(giveUp, limits.waitMs)
      signal.addEventListener('abort', giveUp, { once: true })
      try {
        const now = await stateOf(reader)
        if (signal.aborted || !isSame(now, existing)) return { kind: 'state', state: now }
        return { kind: 'state', state: await promise }
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        leave()
      }
    },
    changed: look,
    count: () => total,
  }
}

const nothing: BellState = { lastId: 0, unreadCount: 0 }

/** A client that does not know of commands has sent none. */
function isSame(state: BellState, existing: BellState) {
  return (
    state.lastId === existing.lastId &&
    state.unreadCount === existing.unreadCount &&
    (existing.lastCommand === undefined || (state.lastCommand ?? 0) === existing.lastCommand)
  )
}

/** Reads for many requests by one statement, which starts after the last of them was added. */
function gathered(read: WaitingOptions['read']): (reader: ProfileReader) => Promise<BellState | undefined> {
  let next:
    | { readonly asked: Map<string, ProfileReader>; readonly states: ReturnType<WaitingOptions['read']> }
    | undefined
  const open = () => {
    const asked = new Map<string, ProfileReader>()
    const states = sleep(gatherMs).then(() => {
      if (next?.asked === asked) next = undefined
      return read([...asked.values()])
    })
    return { asked, states }
  }
  return async (reader) => {
    if (next === undefined || next.asked.size >= atOnce) next = open()
    next.asked.set(readerName(reader), reader)
    return (await next.states).get(readerName(reader))
  }
}

/** Reads the accounts that may have changes: one round at a time, each account once however often it was notified. */
function createReader(
  waiters: ReadonlyMap<number, ReadonlySet<Waiter>>,
  read: WaitingOptions['read'],
  log: Log,
): Waiting['changed'] {
  const due = new Set<number>()
  let isLooking = false

  const round = async () => {
    const accountIds = [...due].slice(0, atOnce)
    for (const accountId of accountIds) due.delete(accountId)
    const waiting = accountIds.flatMap((accountId) => [...(waiters.get(accountId) ?? [])])
    const readers = new Map(waiting.map(({ reader }) => [readerName(reader), reader]))
    const states = await read([...readers.values()])
    for (const waiter of accountIds.flatMap((accountId) => [...(waiters.get(accountId) ?? [])])) {
      const state = states.get(readerName(waiter.reader))
      if (state !== undefined && !isSame(state, waiter.lastState)) waiter.response(state)
    }
  }
  const lookAtAll = async () => {
    isLooking = true
    try {
      while (due.size > 0) await round()
    } catch (error) {
      // Waiting clients get it with their next request, in half a minute at most.
      due.clear()
      log.warn('notifications.read_failed', { error })
    } finally {
      isLooking = false
    }
  }
  return (accountId) => {
    for (const one of accountId === null ? waiters.keys() : [accountId]) if (waiters.has(one)) due.add(one)
    if (!isLooking && due.size > 0) void lookAtAll()
  }
}
