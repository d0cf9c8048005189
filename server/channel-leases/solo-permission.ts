/**
 * Whether a node that is alone may record on while the database is away. The database knows it before the node relies on it, and
 * the media folder says when another node wants the channels: what can be written to can also be asked.
 */
import { stopAfterMs } from './times.ts'

/** A file of the media folder with the name of the node that wants its channels. Calls have a time limit and may reject. */
export interface FolderClaim {
  /** '' when there is none. */
  read(): Promise<string>
  write(nodeId: string): Promise<void>
}

export class SoloPermission {
  readonly #claim: FolderClaim
  readonly #steady: () => number
  /** The next renewal writes it. */
  #isRequested = false
  /** The database has it. */
  #isStored = false
  #seenAtMs = Number.NEGATIVE_INFINITY

  constructor(claim: FolderClaim, steady: () => number) {
    this.#claim = claim
    this.#steady = steady
  }

  /** What the next renewal says. Once it is false in the database, this node does not rely on it any more. */
  get isRequested(): boolean {
    return this.#isRequested
  }

  /** True while the node was alone at its last renewal and nobody has claimed the folder since. */
  lasts(nowMs: number): boolean {
    return this.#isStored && nowMs - this.#seenAtMs < stopAfterMs
  }

  forget(): void {
    this.#isRequested = false
    this.#isStored = false
  }

  /** After a renewal: whether it found no other node, and whether it said that this one is alone. */
  async learn(
    nodeId: string,
    { isAlone, isStored }: { readonly isAlone: boolean; readonly isStored: boolean },
  ): Promise<void> {
    if (!isAlone) return this.forget()
    if (isStored && this.#isRequested) {
      if (!this.#isStored) this.#seenAtMs = Number.NEGATIVE_INFINITY
      this.#isStored = true
      return
    }
    // Its own name is there before it asks: a later claim is always another one's.
    await this.#claim.write(nodeId).catch(() => undefined)
    const isOwn = (await this.#claim.read().catch(() => '')) === nodeId
    if (isOwn) this.#isRequested = true
  }

  /** Looks at the claim; a folder that does not answer changes nothing, and the permission ends by itself. */
  async check(nodeId: string): Promise<void> {
    if (!this.#isStored) return
    const atMs = this.#steady()
    const claimed = await this.#claim.read().catch(() => undefined)
    if (claimed === undefined || !this.#isStored) return
    if (claimed === nodeId) this.#seenAtMs = atMs
    else this.forget()
  }
}
