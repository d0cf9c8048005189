/** The archive of an engine: its housekeeping, and the store that has its closed files. */
import { join, resolve } from 'node:path'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { ArchiveOffload, type OffloadStatus } from '#media/archive/offload/archive-offload.ts'
import { limitedStore } from '#media/archive/offload/limited-store.ts'
import { ArchiveStore } from '#media/archive/remote/archive-store.ts'
import {
  ArchiveHousekeeping,
  type HousekeepingOptions,
} from '#media/archive/retention/archive-housekeeping.ts'
import { diskSpaceOf } from '#media/archive/retention/free-space.ts'
import { RemovedChannels } from '#media/archive/retention/removed-channels.ts'
import { isObjectStore } from '#media/store/address.ts'
import { ownerOfStore, takeOverStore } from '#media/store/claim-store.ts'
import { StoreFailed } from '#media/store/interface/store.ts'
import { openStore } from '#media/store/open-store.ts'
import type { S3Access } from '#media/store/s3/s3-access.ts'
import type { ChannelHolding } from './channel-holding.ts'
import type { Channels } from './channels.ts'

/** A store for closed files of the archive. */
export interface ArchiveStoreConfig {
  /** The path of a folder, or `s3://bucket/prefix`. */
  readonly address: string
  /** The keys of an object store; undefined when there are none. */
  readonly s3: S3Access | undefined
  /** The name of this installation: a store that another one uses is refused. */
  readonly owner: () => Promise<string>
  /** How long files also stay on this disk, milliseconds. */
  readonly localMs: number
}

/** The part of an engine's options about its archive. */
export interface EngineArchiveOptions {
  readonly storeDir: string
  readonly clock: () => number
  readonly log: HousekeepingOptions['log']
  readonly role?: 'records' | 'reads'
  readonly holding?: ChannelHolding | undefined
  readonly freeSpaceFloorBytes?: number
  readonly archiveStore?: ArchiveStoreConfig | undefined
}

const defaultFloorBytes = 1024 ** 3
const acceptPatienceMs = 15_000
/** What the process that had a channel before was about to put into the store is there by then, or never. */
const settledMs = 30_000

/** Opens the archive store of an address; `stop` ends its requests. Undefined without an address. */
export function openArchiveStore(
  config: Pick<ArchiveStoreConfig, 'address' | 's3'> | undefined,
): { readonly remote: ArchiveStore; readonly stop: () => Promise<void> } | undefined {
  if (config === undefined) return undefined
  const { s3 } = config
  const address = isObjectStore(config.address) ? config.address : resolve(config.address)
  const ending = new AbortController()
  const { signal } = ending
  const remote = new ArchiveStore({
    id: isObjectStore(address) && s3?.endpoint !== undefined ? `${address} at ${s3.endpoint}` : address,
    open: (patienceMs) => openStore(address, { s3, patienceMs, signal }),
  })
  const stop = async (): Promise<void> => {
    ending.abort(new Error('the process is stopping'))
    await remote.close()
  }
  return { remote, stop }
}

/** How `acceptArchiveStore` ended; `why` is a text for the operator. */
export type StoreAcceptance =
  | { readonly kind: 'accepted' | 'own' }
  | { readonly kind: 'failed'; readonly why: string }

/** Makes a store this installation's, which belonged to another one, such as that of which this one is a restored copy. */
export async function acceptArchiveStore(
  { address, s3 }: Pick<ArchiveStoreConfig, 'address' | 's3'>,
  installation: string,
  signal: AbortSignal,
): Promise<StoreAcceptance> {
  try {
    const opened = await openStore(address, { s3, patienceMs: acceptPatienceMs, signal })
    try {
      const store = limitedStore(opened)
      if ((await ownerOfStore(store)) === installation) return { kind: 'own' }
      await takeOverStore(store, installation)
      return { kind: 'accepted' }
    } finally {
      opened.close()
    }
  } catch (error) {
    if (error instanceof StoreFailed) return { kind: 'failed', why: error.message }
    throw error
  }
}

/** What maintains the archive while this process records; in another process it only reports. */
export interface ArchiveKeeping {
  readonly keeper: ArchiveHousekeeping
  /** Undefined without a store, and in a process that does not record. */
  storeStatus(): OffloadStatus | undefined
  start(): void
  stop(): Promise<void>
}

export function createArchiveKeeping(
  options: EngineArchiveOptions,
  channels: Pick<Channels, 'archives' | 'writable' | 'areSet'>,
  liveDir: string,
  store: ReturnType<typeof openArchiveStore>,
): ArchiveKeeping {
  const { clock, log, archiveStore, storeDir, role = 'records', holding } = options
  const steady = (): number => performance.now()
  const hasFolder = (): boolean => holding?.hasFolder() ?? true
  const retained = { has: (id: string) => channels.archives.has(id) || holding?.isLeased(id) === true }
  const mayWrite = holding && ((id: string) => holding.hasFolder() && !retained.has(id))
  const removed = new RemovedChannels({ liveDir, clock, remote: store?.remote, mayWrite })
  // Before the channels are set, their folders would be taken for those of others, with another depth.
  const leftBehind = (): readonly ChannelArchive[] =>
    channels.areSet && hasFolder() ? removed.archives(retained) : removed.forget()
  const offload =
    store === undefined || archiveStore === undefined || role === 'reads'
      ? undefined
      : new ArchiveOffload({
          ...{ clock, steady, log, liveDir, remote: store.remote, owner: archiveStore.owner, hasFolder },
          archives: () =>
            new Map([
              ...leftBehind().map((one) => [one.channelId, one] as const),
              ...channels.writable(settledMs),
            ]),
          claimPath: join(storeDir, 'archive-store.txt'),
        })
  const keeper = new ArchiveHousekeeping({
    archives: () => channels.writable(),
    reported: () => channels.archives,
    leftBehind,
    removeDeleted: async () => (hasFolder() ? removed.removeDeleted(retained) : []),
    ...{ clock, steady, log },
    get floorBytes() {
      return options.freeSpaceFloorBytes ?? defaultFloorBytes
    },
    localMs: archiveStore?.localMs,
    isStoreUp: () => offload?.status.isUp === true,
    space: () => diskSpaceOf(liveDir),
  })
  return {
    keeper,
    storeStatus: () => offload?.status,
    start: () => {
      keeper.start()
      offload?.start()
    },
    stop: async () => {
      const stopping = offload?.stop()
      await store?.stop()
      await Promise.all([keeper.stop(), stopping])
    },
  }
}
