/** Several media nodes over a database, a media folder and a clock in memory: whatever fails, and in any order of answers. */
import { whole } from '#db/demo/painting/random.ts'
import { LeaseNode } from '#server/channel-leases/lease-node.ts'
import type { LeaseStore, NewNode, NodeRow, Removal, Snapshot } from '#server/channel-leases/lease-store.ts'
import type { FolderClaims } from '#server/channel-leases/offline-permission.ts'
import type { LeaseFacts } from '#server/channel-leases/rules.ts'
import {
  claimEveryMs,
  claimLimitMs,
  leaseMs,
  otherFolderWaitMs,
  storeLimitMs,
} from '#server/channel-leases/times.ts'

interface Stored extends NewNode {
  readonly isBalancing: boolean
  readonly recordsOffline: boolean
  readonly hasClaim: boolean
  readonly renewal: number
  readonly expiresAtMs: number
}

/** What PostgreSQL does with the statements of `lease-database.ts`. */
class ModelDatabase {
  nodes = new Map<string, Stored>()
  leases: LeaseFacts[] = []
  readonly drained = new Set<string>()
  readonly #clock: () => number

  constructor(clock: () => number) {
    this.#clock = clock
  }

  snapshot(): Snapshot {
    const nodes = [...this.nodes.values()].map(({ expiresAtMs, ...node }): NodeRow => ({
      ...node,
      isDrained: this.drained.has(node.name),
      expiresInMs: expiresAtMs - this.#clock(),
    }))
    return { nodes, leases: [...this.leases] }
  }

  join(node: NewNode): boolean {
    const now = this.#clock()
    for (const other of this.nodes.values())
      if (
        other.folderId !== node.folderId &&
        other.expiresAtMs + (other.recordsOffline ? otherFolderWaitMs : 0) > now
      )
        return false
    const state = { isBalancing: false, recordsOffline: false, hasClaim: true, renewal: 0 }
    this.nodes.set(node.nodeId, { ...node, ...state, expiresAtMs: now + leaseMs })
    return true
  }

  renew(nodeId: string, renewal: number, recordsOffline: boolean): Snapshot | undefined {
    const node = this.nodes.get(nodeId)
    if (node === undefined || node.renewal >= renewal) return undefined
    this.nodes.set(nodeId, { ...node, renewal, recordsOffline, expiresAtMs: this.#clock() + leaseMs })
    return this.snapshot()
  }

  take(nodeId: string, channelIds: readonly string[]): readonly string[] {
    if (!this.nodes.has(nodeId)) return []
    const got = channelIds.filter((id) => !this.leases.some(({ channelId }) => channelId === id))
    this.leases.push(...got.map((channelId) => ({ channelId, nodeId })))
    return got
  }

  release(nodeId: string, channelIds: readonly string[]): void {
    this.leases = this.leases.filter(
      (lease) => lease.nodeId !== nodeId || !channelIds.includes(lease.channelId),
    )
  }

  change(nodeId: string, change: Partial<Stored>): void {
    const node = this.nodes.get(nodeId)
    if (node !== undefined) this.nodes.set(nodeId, { ...node, ...change })
  }

  remove({ nodeId, renewal }: Pick<NodeRow, 'nodeId' | 'renewal'>, why: Removal): boolean {
    const node = this.nodes.get(nodeId)
    if (node === undefined || why === 'ended') return false
    if (node.expiresAtMs >= this.#clock() || node.renewal > renewal) return false
    if (why === 'expired' && node.recordsOffline) return false
    return this.delete(nodeId)
  }

  delete(nodeId: string): boolean {
    this.leases = this.leases.filter((lease) => lease.nodeId !== nodeId)
    return this.nodes.delete(nodeId)
  }
}

/** A process of a node: it may be paused, cut off from the database, or killed. */
export interface ModelNode {
  readonly name: string
  readonly node: LeaseNode
  isAlive: boolean
  isPaused: boolean
  isCutOff: boolean
  /** The media folder does not answer it. */
  isWithoutFolder: boolean
  /** What its engine records: recorders have begun. */
  recorded: ReadonlySet<string>
  /** Of channels: when this node wrote last. */
  readonly wroteAtMs: Map<string, number>
}

interface Planned {
  readonly atMs: number
  readonly of: ModelNode | undefined
  readonly work: () => void
}

const [tickMs, stepMs] = [200, 100]

export class LeaseWorld {
  nowMs = 0
  readonly nodes: ModelNode[] = []
  readonly database: ModelDatabase
  isDatabaseAway = false
  /** How many statements arrive seconds late. */
  lateShare = 0.01
  readonly #random: () => number
  readonly #channels: readonly string[]
  readonly #claims = new Map<string, string>()
  #queue: Planned[] = []
  #nodeIds = 0

  /** Its database's clock is another one than that of the nodes. */
  constructor(random: () => number, channels: readonly string[]) {
    this.#random = random
    this.#channels = channels
    this.database = new ModelDatabase(() => this.nowMs + 86_400_000)
  }

  start(name: string, capacity = 0): ModelNode {
    const state = { name, isAlive: true, isPaused: false, isCutOff: false, isWithoutFolder: false }
    const record = async (ids: ReadonlySet<string>): Promise<void> => {
      await this.#sleep(model, whole(this.#random, 5, 300))
      model.recorded = ids
    }
    const node = new LeaseNode({
      ...{ store: this.#storeOf(() => model), newId: () => `${name}-${++this.#nodeIds}`, record },
      ...{ self: { name, process: '', folderId: 'folder', capacity }, steady: () => this.nowMs },
      isEnded: () => false,
      claims: this.#claimsOf(() => model),
    })
    const model: ModelNode = { ...state, node, recorded: new Set<string>(), wroteAtMs: new Map() }
    node.setChannels(this.#channels)
    this.nodes.push(model)
    const tick = (): void => {
      void node
        .tick()
        .catch(() => undefined)
        .then(() => this.plan(node.nextTickMs, tick, model))
    }
    this.plan(0, tick, model)
    const repeat = (everyMs: number, work: () => void): void => {
      work()
      this.plan(everyMs, () => repeat(everyMs, work), model)
    }
    this.plan(tickMs, () => repeat(tickMs, () => node.enforce()), model)
    this.plan(claimEveryMs, () => repeat(claimEveryMs, () => void node.checkClaim()), model)
    this.plan(0, () => repeat(stepMs, () => this.#write(model)), model)
    return model
  }

  kill(model: ModelNode): void {
    model.isAlive = false
    this.nodes.splice(this.nodes.indexOf(model), 1)
  }

  async stop(model: ModelNode): Promise<void> {
    model.node.rest()
    model.recorded = new Set()
    // A process that ends does not wait for a statement that is late.
    void model.node.leave().catch(() => undefined)
    await this.run(300)
    this.kill(model)
  }

  plan(inMs: number, work: () => void, of?: ModelNode): void {
    this.#queue.push({ atMs: this.nowMs + inMs, work, of })
  }

  /** Everything that happens in this time, one thing after the other; `check` is called after each. */
  async run(forMs: number, check: () => void = () => undefined): Promise<void> {
    const endMs = this.nowMs + forMs
    for (;;) {
      this.#queue = this.#queue.filter(({ of }) => of === undefined || of.isAlive)
      const due = this.#queue
        .filter(({ atMs, of }) => atMs <= endMs && of?.isPaused !== true)
        .reduce<Planned | undefined>(
          (first, one) => (first === undefined || one.atMs < first.atMs ? one : first),
          undefined,
        )
      if (due === undefined) break
      this.#queue.splice(this.#queue.indexOf(due), 1)
      this.nowMs = Math.max(this.nowMs, due.atMs)
      due.work()
      // What waits for an answer goes on before anything else happens.
      for (let turn = 0; turn < 30; turn++) await Promise.resolve()
      check()
    }
    this.nowMs = endMs
  }

  /** The nodes that would write a channel if they woke up at this moment. */
  writersOf(channelId: string): readonly ModelNode[] {
    return this.nodes.filter(({ node }) => node.mayWrite(channelId))
  }

  #write(model: ModelNode): void {
    for (const channelId of model.recorded)
      if (model.node.mayWrite(channelId)) model.wroteAtMs.set(channelId, this.nowMs)
  }

  #sleep(model: ModelNode, ms: number): Promise<void> {
    return new Promise((resolve) => this.plan(ms, resolve, model))
  }

  async #answer<Value>(model: ModelNode, work: () => Value): Promise<Value> {
    if (model.isWithoutFolder) {
      await this.#sleep(model, claimLimitMs)
      throw new Error('the folder does not answer')
    }
    await this.#sleep(model, whole(this.#random, 1, 60))
    const value = work()
    await this.#sleep(model, whole(this.#random, 1, 60))
    return value
  }

  /** The statement arrives or not, soon or late, and so does its answer. */
  #ask<Value>(model: ModelNode, work: () => Value): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>()
    this.plan(storeLimitMs, () => reject(new Error('no answer')), model)
    const isLate = this.#random() < this.lateShare
    const thereMs = isLate ? whole(this.#random, 2500, 4000) : whole(this.#random, 1, 40)
    this.plan(thereMs, () => {
      if (model.isCutOff || this.isDatabaseAway) return
      const value = work()
      this.plan(
        whole(this.#random, 1, 40),
        () => {
          if (!model.isCutOff && !this.isDatabaseAway) resolve(value)
        },
        model,
      )
    })
    return promise
  }

  /** The media folder, where '' is the claim that nodes of an earlier version share. */
  #claimsOf(model: () => ModelNode): FolderClaims {
    const claims = this.#claims
    const answer = <Value>(work: () => Value): Promise<Value> => this.#answer(model(), work)
    return {
      read: (nodeId) => answer(() => claims.get(nodeId) ?? ''),
      write: (nodeId, by) => answer(() => void claims.set(nodeId, by)),
      remove: (nodeId) => answer(() => void claims.delete(nodeId)),
      readShared: () => answer(() => claims.get('') ?? ''),
      writeShared: (by) => answer(() => void claims.set('', by)),
    }
  }

  #storeOf(model: () => ModelNode): LeaseStore {
    const { database } = this
    const ask = <Value>(work: () => Value): Promise<Value> => this.#ask(model(), work)
    return {
      look: () => ask(() => database.snapshot()),
      join: (node) => ask(() => database.join(node)),
      renew: (nodeId, { renewal, recordsOffline }) =>
        ask(() => database.renew(nodeId, renewal, recordsOffline)),
      take: (nodeId, channelIds) => ask(() => database.take(nodeId, channelIds)),
      release: (nodeId, channelIds) => ask(() => database.release(nodeId, channelIds)),
      balanced: (nodeId) => ask(() => database.change(nodeId, { isBalancing: false })),
      remove: (node, why) => ask(() => database.remove(node, why)),
      leave: (nodeId) => ask(() => void database.delete(nodeId)),
    }
  }
}
