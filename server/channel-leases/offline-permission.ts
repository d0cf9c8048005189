/**
 * Whether a node may record on while the database is away. The database knows it before the node relies on it, and the media
 * folder says when another node wants the channels: what can be written to can also be asked.
 */
import { offlineStopMs } from './times.ts'

/** Small files of the media folder, one for each node: the name of who wants its channels. Calls have a time limit and may reject. */
export interface FolderClaims {
  /** '' when there is none. */
  read(nodeId: string): Promise<string>
  write(nodeId: string, by: string): Promise<void>
  remove(nodeId: string): Promise<void>
  /** The only claim that nodes of the version before read and write. */
  readShared(): Promise<string>
  writeShared(by: string): Promise<void>
}

export class OfflinePermission {
  readonly #claims: FolderClaims
  readonly #steady: () => number
  /** The next renewal writes it. */
  #isRequested = false
  /** The database has it. */
  #isStored = false
  #seenAtMs = Number.NEGATIVE_INFINITY
  /** What the shared claim was: a node of the version before that joins later writes another name. */
  #shared = ''

  constructor(claims: FolderClaims, steady: () => number) {
    this.#claims = claims
    this.#steady = steady
  }

  /** What the next renewal says. Once it is false in the database, this node does not rely on it any more. */
  get isRequested(): boolean {
    return this.#isRequested
  }

  /** True while nobody has claimed the channels of this node since the database confirmed the permission. */
  lasts(nowMs: number): boolean {
    return this.#isStored && nowMs - this.#seenAtMs < offlineStopMs
  }

  forget(): void {
    this.#isRequested = false
    this.#isStored = false
  }

  /** After a renewal: whether all nodes would ask this one by its own claim, and whether the renewal said that it relies on it. */
  async learn(
    nodeId: string,
    { isPossible, isStored }: { readonly isPossible: boolean; readonly isStored: boolean },
  ): Promise<void> {
    if (!isPossible) return this.forget()
    if (isStored && this.#isRequested) {
      if (!this.#isStored) this.#seenAtMs = Number.NEGATIVE_INFINITY
      this.#isStored = true
      return
    }
    // Its own name is there before it asks: a later claim is always another one's. One from before counts no more: the node that
    // made it finds that this node has renewed its lease.
    try {
      await this.#claims.write(nodeId, nodeId)
      this.#shared = await this.#claims.readShared()
      this.#isRequested = (await this.#claims.read(nodeId)) === nodeId
    } catch {
      this.forget()
    }
  }

  /** Looks at the claims; a folder that does not answer changes nothing, and the permission ends by itself. */
  async check(nodeId: string): Promise<void> {
    if (!this.#isStored) return
    const atMs = this.#steady()
    const claims = await Promise.all([this.#claims.read(nodeId), this.#claims.readShared()]).catch(
      () => undefined,
    )
    if (claims === undefined || !this.#isStored) return
    const [own, shared] = claims
    if (own === nodeId && shared === this.#shared) this.#seenAtMs = Math.max(this.#seenAtMs, atMs)
    else this.forget()
  }
}
