/** The leases of this process: joins the nodes of its database at the start, renews, and tells the engine what to record. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseLocation } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { LeaseNode, type LeaseNodeEvents } from './lease-node.ts'
import { claimsOf, folderIdOf } from './media-folder.ts'
import { isProcessEnded, ownProcess } from './process-identity.ts'
import { folderLease } from './rules.ts'
import { EarlierVersionRecords, LeaseDatabase } from './lease-database.ts'
import { claimEveryMs, storeLimitMs } from './times.ts'

/** Another process with `media` works on this database with another media folder. The message says what to do. */
export class MediaInUse extends Error {
  override readonly name = 'MediaInUse'
}

export interface LeaseOptions {
  readonly location: DatabaseLocation
  /** The folder of films and recordings. */
  readonly mediaDir: string
  /** Of this process: the same after a restart, and no other node's. */
  readonly name: string
  /** Channels at once; 0 for no limit. */
  readonly capacity: number
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /** How long a start waits for a process that is just ending, or whose machine is gone; default 35 s. */
  readonly waitMs?: number
}

/** Which channels this process may record. */
export interface ChannelLeases {
  /** This node among those of the database; changes when it had to begin again. */
  readonly nodeId: string
  /** Resolves with the reason when this process may not record any more. */
  readonly lost: Promise<string>
  /** Whether a channel's folder may be written to right now. From memory: asked before each write. */
  mayWrite(channelId: string): boolean
  /** Whether this process cares for the media folder as a whole. */
  hasFolder(): boolean
  /** The node that records a channel, as of the last answer of the database; undefined for none. */
  holderOf(channelId: string): string | undefined
  /** The channels that must be recorded by somebody. */
  setChannels(channelIds: readonly string[]): void
  /** `record` is told what to record; it settles when nothing of the rest is written any more. */
  follow(record: (channelIds: ReadonlySet<string>) => Promise<void>): void
  /** From now on nothing is taken or given away: this process is ending. */
  rest(): void
  /** Frees its channels at once; call it when nothing is written any more. Never rejects. */
  close(): Promise<void>
}

const enforceEveryMs = 200
const retryMs = 500
const leaveLimitMs = 1000
const unleasedMs = 10_000
const saidAgainMs = 60_000

/** Joins the nodes of a database. Throws `MediaInUse` when those that live have another media folder. */
export async function openChannelLeases(options: LeaseOptions): Promise<ChannelLeases> {
  const { location, mediaDir, name, capacity, log } = options
  let [wake, record] = [() => undefined as void, async (_ids: ReadonlySet<string>) => undefined as void]
  const store = new LeaseDatabase(location, () => wake())
  const folderId = await folderIdOf(mediaDir)
  const node = new LeaseNode({
    ...{ store, newId: randomUUID, claims: claimsOf(mediaDir), steady: () => performance.now() },
    self: { name, process: ownProcess(), folderId, capacity },
    isEnded: isProcessEnded,
    record: (ids) =>
      record(ids)
        .catch((error: unknown) => log.error('leases.not_applied', { error }))
        .finally(() => wake()),
    on: eventsOf(log),
  })
  await joinInTime(node, store, options)
  const { promise: lost, resolve: lose } = Promise.withResolvers<string>()
  const renewing = renewAgainAndAgain(node, log, lose)
  wake = renewing.wake
  const enforcing = setInterval(() => node.enforce(), enforceEveryMs)
  const checking = setInterval(() => void node.checkClaim(), claimEveryMs)
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    for (const timer of [enforcing, checking]) clearInterval(timer)
    await renewing.stop()
    await Promise.race([node.leave(), pause(leaveLimitMs)]).catch((error: unknown) =>
      log.warn('leases.not_renewed', { error }),
    )
    await store.close()
  }
  return {
    get nodeId() {
      return node.nodeId
    },
    lost,
    mayWrite: (channelId) => node.mayWrite(channelId),
    hasFolder: () => node.mayWrite(folderLease),
    holderOf: (channelId) => node.holderOf(channelId),
    setChannels: (channelIds) => {
      node.setChannels(channelIds)
      wake()
    },
    follow: (onChange) => void (record = onChange),
    rest: () => node.rest(),
    close: () => (closing ??= close()),
  }
}

/** A process that is just ending, or whose machine is gone, is waited for. */
async function joinInTime(node: LeaseNode, store: LeaseDatabase, { waitMs = 35_000, name }: LeaseOptions) {
  const endMs = performance.now() + waitMs
  for (;;) {
    const outcome = await join(node, store)
    if (outcome === undefined) return
    if (performance.now() > endMs) {
      await store.close()
      throw new MediaInUse(outcome)
    }
    await pause(retryMs)
  }
  async function join(joining: LeaseNode, of: LeaseDatabase): Promise<string | undefined> {
    try {
      if (await joining.join()) return undefined
      await removeEnded(of)
      if (await joining.join()) return undefined
      const others = (await of.look()).nodes.filter((one) => one.name !== name)
      return otherFolder(others[0]?.name ?? 'another one')
    } catch (error) {
      if (error instanceof EarlierVersionRecords) return earlierVersion
      throw error
    }
  }
}

/** One that has ended on this machine is not waited for. */
async function removeEnded(store: LeaseDatabase): Promise<void> {
  for (const node of (await store.look()).nodes)
    if (node.process !== '' && isProcessEnded(node.process)) await store.remove(node, 'ended')
}

/** One tick after the other; `wake` makes the next one begin at once. */
function renewAgainAndAgain(
  node: LeaseNode,
  log: LeaseOptions['log'],
  lose: (reason: string) => void,
): { readonly wake: () => void; readonly stop: () => Promise<void> } {
  let [timer, running, isWoken, isEnding]: [
    NodeJS.Timeout | undefined,
    Promise<void> | undefined,
    boolean,
    boolean,
  ] = [undefined, undefined, false, false]
  let saidAtMs = Number.NEGATIVE_INFINITY
  const failed = (error: unknown): void => {
    if (error instanceof EarlierVersionRecords) lose(error.message)
    if (performance.now() - saidAtMs < saidAgainMs) return
    saidAtMs = performance.now()
    log.warn('leases.not_renewed', { error })
  }
  const run = (): void => {
    clearTimeout(timer)
    isWoken = false
    running ??= node
      .tick()
      .catch(failed)
      .finally(() => {
        running = undefined
        if (!isEnding) timer = setTimeout(run, isWoken ? 0 : node.nextTickMs)
      })
  }
  timer = setTimeout(run, 0)
  return {
    wake: () => {
      isWoken = true
      if (running === undefined && !isEnding) run()
    },
    stop: async () => {
      isEnding = true
      clearTimeout(timer)
      await Promise.race([running, pause(storeLimitMs)])
    },
  }
}

function eventsOf(log: LeaseOptions['log']): LeaseNodeEvents {
  let saidAtMs = Number.NEGATIVE_INFINITY
  const shown = (channelIds: readonly string[]) => ({
    count: channelIds.length,
    channels: channelIds.slice(0, 50).join(', '),
  })
  return {
    taken: (channelIds) => log.info('leases.taken', shown(channelIds)),
    released: (channelIds) => log.info('leases.released', shown(channelIds)),
    nodeRemoved: ({ name }, why) => log.warn('leases.node_gone', { node: name, why }),
    stopped: (isStopped) =>
      isStopped ? log.error('leases.recording_stopped') : log.info('leases.recording_resumed'),
    lost: () => log.error('leases.lost'),
    unleased: (channelIds, longestMs) => {
      if (longestMs < unleasedMs || performance.now() - saidAtMs < saidAgainMs) return
      saidAtMs = performance.now()
      log.error('leases.channels_unleased', shown(channelIds))
    },
  }
}

function otherFolder(name: string): string {
  return (
    `Another process with \`media\` (${name}) runs on this database with another media folder: two would record every ` +
    'channel twice. Mount its folder `media` here as that of EKRAN_DATA, or stop that one, or start this one without ' +
    'media: --only api,jobs. After its machine has failed, wait for half a minute.'
  )
}

const earlierVersion =
  'A process with `media` of an earlier version runs on this database: it records all channels by itself. Stop that one, or ' +
  'start this one without media: --only api,jobs. After its machine has failed, wait for half a minute.'
