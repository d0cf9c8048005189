/** What a node asks of the database about leases. Every call has a time limit and rejects when the database is away. */
import type { LeaseFacts, NodeFacts } from './rules.ts'

/** A process with `media` as it enters itself. */
export interface NewNode {
  readonly nodeId: string
  /** Of its machine and port: the same after a restart. */
  readonly name: string
  /** How a process on the same machine finds out that this one has ended; '' where it cannot. */
  readonly process: string
  readonly folderId: string
  /** Channels at once; 0 for no limit. */
  readonly capacity: number
}

/** A node as the database has it. */
export interface NodeRow extends NewNode, NodeFacts {
  /** It records on while the database is away, until it is asked to stop through the media folder. */
  readonly recordsOffline: boolean
  /** It reads a claim of its own; false for a process of the version before. */
  readonly hasClaim: boolean
  /** Of its last renewal. */
  readonly renewal: number
  /** By the database's clock; negative when its time is over. Milliseconds. */
  readonly expiresInMs: number
}

export interface Snapshot {
  readonly nodes: readonly NodeRow[]
  readonly leases: readonly LeaseFacts[]
}

/** Why another node's row may be deleted; a row for which it is not true any more stays. */
export type Removal =
  /** Its time is over, and it writes nothing without a lease. */
  | 'expired'
  /** Its time is over, and it was asked through the media folder to stop; or it has another folder. */
  | 'expired_offline'
  /** Its process has ended: seen on the same machine. */
  | 'ended'

export interface LeaseStore {
  /** All nodes and leases, whatever node asks. */
  look(): Promise<Snapshot>
  /** Enters a node. False when a live one has another media folder, or one joins at this moment. */
  join(node: NewNode): Promise<boolean>
  /**
   * Extends the time of a node and says whether it records on without the database. `renewal` grows from call to call: a call that arrives late
   * changes nothing. Undefined when the node is there no more: others may have its channels.
   */
  renew(
    nodeId: string,
    state: { readonly renewal: number; readonly recordsOffline: boolean },
  ): Promise<Snapshot | undefined>
  /** Takes channels that nobody has; returns those it got. */
  take(nodeId: string, channelIds: readonly string[]): Promise<readonly string[]>
  /** Gives channels back; other nodes hear of it at once. */
  release(nodeId: string, channelIds: readonly string[]): Promise<void>
  /** The surplus of a node is gone. */
  balanced(nodeId: string): Promise<void>
  /** Deletes a node with its leases. False when it has a reason to stay, such as a renewal after `renewal`. */
  remove(node: Pick<NodeRow, 'nodeId' | 'renewal'>, why: Removal): Promise<boolean>
  /** The clean end of a node: its channels are free at once. */
  leave(nodeId: string): Promise<void>
}
