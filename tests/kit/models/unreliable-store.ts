/** A media store that fails, loses writes and ends its process, as a test decides before each call. */
import { buffer } from 'node:stream/consumers'
import type { ByteRange, Content, MediaStore, PutOptions } from '#media/store/interface/store.ts'
import { StoreFailed } from '#media/store/interface/store.ts'
import { createHash } from 'node:crypto'

/**
 * `fail`, `refuse`, `deny`, `full`: nothing happens, and the store is unreachable, or says why not. `lose_answer`: done, and the store is unreachable. `lose_write`:
 * a write is acknowledged and not stored. `die_before`, `die_after`: the process ends there; every later call fails too.
 */
export type StoreFate =
  | 'pass'
  | 'fail'
  | 'refuse'
  | 'deny'
  | 'full'
  | 'lose_answer'
  | 'lose_write'
  | 'die_before'
  | 'die_after'

export type StoreCall =
  | 'put'
  | 'read'
  | 'head'
  | 'list'
  | 'names'
  | 'delete'
  | 'deleteAll'
  | 'deleteUnfinished'

/** Thrown once the process has ended. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded'
}

export class UnreliableStore implements MediaStore {
  readonly #inner: MediaStore
  readonly #decide: (call: StoreCall, key: string) => StoreFate
  #ended = false

  constructor(inner: MediaStore, decide: (call: StoreCall, key: string) => StoreFate) {
    this.#inner = inner
    this.#decide = decide
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  put(key: string, content: Content, options?: PutOptions) {
    return this.#call(
      'put',
      key,
      () => this.#inner.put(key, content, options),
      async () => {
        const bytes = content instanceof Uint8Array ? content : await buffer(content)
        return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
      },
    )
  }

  async *read(key: string, range?: ByteRange, signal?: AbortSignal) {
    const bytes = await this.#call('read', key, () => buffer(this.#inner.read(key, range, signal)))
    yield bytes as Uint8Array
  }

  head(key: string) {
    return this.#call('head', key, () => this.#inner.head(key))
  }

  list(prefix: string, options: { readonly limit: number; readonly after?: string }) {
    return this.#call('list', prefix, () => this.#inner.list(prefix, options))
  }

  names(prefix: string) {
    return this.#call('names', prefix, () => this.#inner.names(prefix))
  }

  delete(key: string) {
    return this.#call('delete', key, () => this.#inner.delete(key))
  }

  deleteAll(prefix: string) {
    return this.#call('deleteAll', prefix, () => this.#inner.deleteAll(prefix))
  }

  deleteUnfinished(prefix: string) {
    return this.#call('deleteUnfinished', prefix, () => this.#inner.deleteUnfinished(prefix))
  }

  close() {
    this.#inner.close()
  }

  async #call<Result>(
    call: StoreCall,
    key: string,
    work: () => Promise<Result>,
    pretend: () => Promise<Result> = work,
  ): Promise<Result> {
    if (this.#ended) throw new ProcessEnded()
    const fate = this.#decide(call, key)
    if (fate === 'fail') throw new StoreFailed('unreachable', 'Down', key)
    if (fate === 'refuse') throw new StoreFailed('refused', 'Refused', key)
    if (fate === 'deny') throw new StoreFailed('denied', 'AccessDenied', key)
    if (fate === 'full') throw new StoreFailed('full', 'ENOSPC', key)
    if (fate === 'die_before') this.#end()
    const result = await (fate === 'lose_write' ? pretend() : work())
    if (fate === 'die_after') this.#end()
    if (fate === 'lose_answer') throw new StoreFailed('unreachable', 'NoAnswer', key)
    return result
  }

  #end(): never {
    this.#ended = true
    throw new ProcessEnded()
  }
}
