/**
 * One node with `media`: renews its lease, takes and gives away channels, and knows at every moment what it may write. Nothing
 * here has a timer: `keep-leases.ts` calls it, and a simulation does with a clock of its own.
 */
import type { LeaseStore, NewNode, NodeRow, Removal, Snapshot } from './lease-store.ts'
import { decide, folderLease, lostSpareMs, spareMs } from './rules.ts'
import { OfflinePermission, type FolderClaims } from './offline-permission.ts'
import {
  claimBelowMs,
  claimWaitMs,
  earlierClaimWaitMs,
  handOverEveryMs,
  otherFolderWaitMs,
  outageMs,
  renewEveryMs,
  retryMs,
  settleMs,
  stopAfterMs,
} from './times.ts'

export interface LeaseNodeOptions {
  readonly store: LeaseStore
  readonly self: Omit<NewNode, 'nodeId'>
  readonly newId: () => string
  /** Of the media folder. */
  readonly claims: FolderClaims
  /** Monotonic milliseconds. */
  readonly steady: () => number
  /** Whether a process on this machine has ended; false for one that cannot be seen from here. */
  readonly isEnded: (process: string) => boolean
  /** Records these channels and no others; settles when nothing of the others is written any more. */
  readonly record: (channelIds: ReadonlySet<string>) => Promise<void>
  readonly on?: LeaseNodeEvents
}

/** What is worth a line in the log. */
export interface LeaseNodeEvents {
  taken?(channelIds: readonly string[]): void
  released?(channelIds: readonly string[]): void
  nodeRemoved?(node: NodeRow, why: Removal): void
  /** Nothing is written because the lease could not be renewed in time, or again. */
  stopped?(isStopped: boolean): void
  /** The database answered that others may have its channels. */
  lost?(): void
  /** Channels that no node takes, for this long. */
  unleased?(channelIds: readonly string[], longestMs: number): void
}

/** Rounds of one tick: each may find that a lease was taken meanwhile. */
const maxRounds = 4

export class LeaseNode {
  readonly #options: LeaseNodeOptions
  readonly #offline: OfflinePermission
  #nodeId = ''
  #renewal = 0
  #renewedAtMs = Number.NEGATIVE_INFINITY
  #snapshot: Snapshot = { nodes: [], leases: [] }
  #lookedAtMs = 0
  #requested: ReadonlySet<string> | undefined
  /** What the database says this node has. */
  #leased = new Set<string>()
  /** Held, and not recorded any more; `closed` once nothing of it is written. */
  readonly #leaving = new Map<string, 'closing' | 'closed'>()
  #recorded: ReadonlySet<string> = new Set()
  #applied: Promise<void> = Promise.resolve()
  readonly #freeSince = new Map<string, number>()
  /** Nodes that are asked to stop: since when, and their last renewal then. */
  readonly #claimed = new Map<string, { readonly atMs: number; readonly renewal: number }>()
  /** Until then the others may not have had the time to renew their leases. */
  #settledAtMs = 0
  #handedAtMs = Number.NEGATIVE_INFINITY
  #isResting = false
  #isFailing = false
  #isStopped = false

  constructor(options: LeaseNodeOptions) {
    this.#options = options
    this.#offline = new OfflinePermission(options.claims, options.steady)
  }

  get nodeId(): string {
    return this.#nodeId
  }

  /** Enters the node; false when it may not be there yet. */
  async join(): Promise<boolean> {
    const { newId, store, self, steady } = this.#options
    const nodeId = newId()
    const sentAtMs = steady()
    if (!(await store.join({ ...self, nodeId }))) return false
    this.#nodeId = nodeId
    this.#renewal = 0
    this.#renewedAtMs = sentAtMs
    this.#settledAtMs = steady() + settleMs
    this.#offline.forget()
    return true
  }

  /** The channels that must be recorded by somebody. */
  setChannels(channelIds: readonly string[]): void {
    this.#requested = new Set(channelIds)
  }

  /** From now on nothing is taken or given away; the lease is renewed until `leave`. */
  rest(): void {
    this.#isResting = true
  }

  /** The clean end: call it when nothing is written any more. */
  async leave(): Promise<void> {
    this.#leased.clear()
    this.#offline.forget()
    if (this.#nodeId === '') return
    await this.#options.store.leave(this.#nodeId)
    await this.#dropClaim(this.#nodeId)
  }

  /** Whether this node may write what belongs to a channel right now; from memory. */
  mayWrite(channelId: string): boolean {
    return this.#leased.has(channelId) && this.#isPermitted()
  }

  /** The node that has a channel's lease, as far as this one knows. */
  holderOf(channelId: string): string | undefined {
    return this.#snapshot.leases.find((lease) => lease.channelId === channelId)?.nodeId
  }

  /** Other nodes and channels that have a lease, as of the last answer of the database. */
  get snapshot(): Snapshot {
    return this.#snapshot
  }

  /** Until the next tick: the end of another node's time is not slept through. Milliseconds. */
  get nextTickMs(): number {
    if (this.#isFailing) return retryMs
    const { steady } = this.#options
    const sinceMs = steady() - this.#lookedAtMs
    const others = this.#snapshot.nodes.filter(({ nodeId }) => nodeId !== this.#nodeId)
    const turns = others.flatMap(({ nodeId, expiresInMs }) => {
      const claimed = this.#claimed.get(nodeId)
      const claimMs = claimed === undefined ? [] : [claimed.atMs + claimWaitMs - steady()]
      return [expiresInMs - sinceMs, expiresInMs - claimBelowMs - sinceMs, ...claimMs]
    })
    return Math.max(20, Math.min(renewEveryMs, ...turns.filter((ms) => ms > 0).map((ms) => ms + 20)))
  }

  /** Call it twice a second: whether another node wants the channels of this one. */
  async checkClaim(): Promise<void> {
    await this.#offline.check(this.#nodeId)
    this.enforce()
  }

  /** Call it several times a second: stops recording when the lease has not been renewed in time. */
  enforce(): void {
    const isStopped = !this.#isPermitted()
    if (isStopped !== this.#isStopped) {
      this.#isStopped = isStopped
      if (this.#leased.size > 0) this.#options.on?.stopped?.(isStopped)
    }
    this.#apply()
  }

  /** Renews the lease and does what the facts ask for. Rejects when the database is away; never runs twice at once. */
  async tick(): Promise<void> {
    this.#isFailing = true
    if (this.#nodeId !== '' || (await this.join()))
      for (let round = 0; round < maxRounds; round++) if (!(await this.#round())) break
    this.#isFailing = false
  }

  /** True when another look is worth it at once. */
  async #round(): Promise<boolean> {
    const { store, steady } = this.#options
    const sentAtMs = steady()
    const recordsOffline = this.#offline.isRequested
    const snapshot = await store.renew(this.#nodeId, { renewal: ++this.#renewal, recordsOffline })
    if (snapshot === undefined) {
      await this.#lose()
      return false
    }
    if (sentAtMs - this.#renewedAtMs > outageMs) this.#settledAtMs = steady() + settleMs
    this.#renewedAtMs = sentAtMs
    this.#learn(snapshot)
    const isPossible = snapshot.nodes.every(({ hasClaim }) => hasClaim)
    await this.#offline.learn(this.#nodeId, { isPossible, isStored: recordsOffline })
    // Said at once, not with the next renewal: until then an outage would stop it.
    const hasMoreToSay = this.#offline.isRequested && !recordsOffline
    this.enforce()
    if (this.#isResting) return false
    const isRemoved = await this.#removeGone(snapshot)
    await this.#giveBack()
    return (await this.#decide(snapshot)) || isRemoved || hasMoreToSay
  }

  #learn(snapshot: Snapshot): void {
    const nowMs = this.#options.steady()
    const before = new Set(this.#snapshot.leases.map(({ channelId }) => channelId))
    this.#snapshot = snapshot
    this.#lookedAtMs = nowMs
    const own = snapshot.leases.filter(({ nodeId }) => nodeId === this.#nodeId)
    this.#leased = new Set(own.map(({ channelId }) => channelId))
    for (const channelId of this.#leaving.keys())
      if (!this.#leased.has(channelId)) this.#leaving.delete(channelId)
    const leased = new Set(snapshot.leases.map(({ channelId }) => channelId))
    for (const channelId of this.#freeSince.keys())
      if (leased.has(channelId) || this.#requested?.has(channelId) !== true) this.#freeSince.delete(channelId)
    for (const channelId of this.#requested ?? [])
      if (!leased.has(channelId) && !this.#freeSince.has(channelId))
        // Of a node that was lost: viewers watch it.
        this.#freeSince.set(channelId, before.has(channelId) ? nowMs - spareMs + lostSpareMs : nowMs)
  }

  async #decide(snapshot: Snapshot): Promise<boolean> {
    if (this.#requested === undefined) return false
    const { store, steady, on } = this.#options
    const nowMs = steady()
    const { take, release, isBalanced } = decide({
      ...{ me: this.#nodeId, leases: snapshot.leases, requested: this.#requested },
      nodes: snapshot.nodes.filter((node) => node.nodeId === this.#nodeId || node.expiresInMs > 0),
      freeMs: (channelId) => nowMs - (this.#freeSince.get(channelId) ?? nowMs),
      mayHandOver: this.#leaving.size === 0 && nowMs - this.#handedAtMs >= handOverEveryMs,
    })
    if (isBalanced) await store.balanced(this.#nodeId)
    this.#startLeaving(release)
    const got = take.length === 0 ? [] : await store.take(this.#nodeId, take)
    for (const channelId of got) {
      this.#leased.add(channelId)
      this.#freeSince.delete(channelId)
    }
    if (got.length > 0) on?.taken?.(got)
    this.enforce()
    this.#tellUnleased(nowMs)
    return got.length < take.length
  }

  #startLeaving(channelIds: readonly string[]): void {
    const starting = channelIds.filter((channelId) => !this.#leaving.has(channelId))
    if (starting.length === 0) return
    this.#handedAtMs = this.#options.steady()
    for (const channelId of starting) this.#leaving.set(channelId, 'closing')
    this.#apply()
    void this.#applied.then(() => {
      for (const channelId of starting)
        if (this.#leaving.has(channelId)) this.#leaving.set(channelId, 'closed')
    })
  }

  async #giveBack(): Promise<void> {
    const closed = [...this.#leaving].flatMap(([channelId, state]) => (state === 'closed' ? [channelId] : []))
    if (closed.length === 0) return
    // Not this node's any more, whatever becomes of the statement.
    for (const channelId of closed) this.#leased.delete(channelId)
    await this.#options.store.release(this.#nodeId, closed)
    for (const channelId of closed) this.#leaving.delete(channelId)
    this.#options.on?.released?.(closed)
  }

  /** Others have its channels, or may: everything ends, then it begins as a new node. */
  async #lose(): Promise<void> {
    this.#options.on?.lost?.()
    this.#renewedAtMs = Number.NEGATIVE_INFINITY
    this.#offline.forget()
    this.#leased.clear()
    this.#leaving.clear()
    void this.#dropClaim(this.#nodeId)
    this.#nodeId = ''
    this.#snapshot = { nodes: [], leases: [] }
    this.#apply()
    await this.#applied
  }

  /** Deletes nodes that are over, where that is safe; true when one was. */
  async #removeGone({ nodes }: Snapshot): Promise<boolean> {
    let isRemoved = false
    for (const node of nodes) {
      const why = node.nodeId === this.#nodeId ? undefined : await this.#whyGone(node)
      if (why === undefined || !(await this.#options.store.remove(node, why))) continue
      isRemoved = true
      this.#claimed.delete(node.nodeId)
      void this.#dropClaim(node.nodeId)
      this.#options.on?.nodeRemoved?.(node, why)
    }
    return isRemoved
  }

  async #whyGone(node: NodeRow): Promise<Removal | undefined> {
    const { isEnded, self, steady } = this.#options
    if (node.process !== '' && isEnded(node.process)) return 'ended'
    if (steady() < this.#settledAtMs) return undefined
    if (!node.recordsOffline) return node.expiresInMs > 0 ? undefined : 'expired'
    const hasThisFolder = node.folderId === self.folderId
    if (node.expiresInMs > (hasThisFolder && node.hasClaim ? claimBelowMs : 0)) return undefined
    const claimed = this.#claimed.get(node.nodeId)
    if (claimed?.renewal !== node.renewal) {
      if (hasThisFolder && !(await this.#ask(node))) return undefined
      this.#claimed.set(node.nodeId, { atMs: steady(), renewal: node.renewal })
      return undefined
    }
    if (node.expiresInMs > 0) return undefined
    const folderWaitMs = node.hasClaim ? claimWaitMs : earlierClaimWaitMs
    return steady() - claimed.atMs >= (hasThisFolder ? folderWaitMs : otherFolderWaitMs)
      ? 'expired_offline'
      : undefined
  }

  /** Asks a node through the media folder to stop; false when the folder does not answer. */
  #ask({ nodeId, hasClaim }: NodeRow): Promise<boolean> {
    const { claims } = this.#options
    const written = hasClaim ? claims.write(nodeId, this.#nodeId) : claims.writeShared(this.#nodeId)
    return written.then(
      () => true,
      () => false,
    )
  }

  /** A small file that stays behind harms nothing. */
  #dropClaim(nodeId: string): Promise<void> {
    return this.#options.claims.remove(nodeId).catch(() => undefined)
  }

  #isPermitted(): boolean {
    const nowMs = this.#options.steady()
    return nowMs - this.#renewedAtMs < stopAfterMs || this.#offline.lasts(nowMs)
  }

  /** Tells the recorders, when what may be recorded has changed. */
  #apply(): void {
    const isPermitted = this.#isPermitted()
    const recorded = new Set(
      isPermitted
        ? [...this.#leased].filter((channelId) => channelId !== folderLease && !this.#leaving.has(channelId))
        : [],
    )
    if (isSame(recorded, this.#recorded)) return
    this.#recorded = recorded
    this.#applied = this.#options.record(recorded)
  }

  #tellUnleased(nowMs: number): void {
    const waiting = [...this.#freeSince].filter(([channelId]) => !this.#leased.has(channelId))
    const longestMs = Math.max(0, ...waiting.map(([, sinceMs]) => nowMs - sinceMs))
    if (waiting.length > 0)
      this.#options.on?.unleased?.(
        waiting.map(([channelId]) => channelId),
        longestMs,
      )
  }
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && one.isSubsetOf(other)
}
