/** The media store: named objects of bytes, in a folder or in any S3-compatible object store. */

export interface StoredObject {
  /** Relative to the address of the store, with `/` between. */
  readonly key: string
  readonly bytes: number
}

export interface PutResult {
  readonly bytes: number
  /** SHA-256 of what was stored, hexadecimal. */
  readonly sha256: string
}

export interface PutOptions {
  /** Of the whole content, hexadecimal; another content is not stored and is `corrupt`. */
  readonly sha256?: string
  /** An object of this key stays as it is, and is `exists`. */
  readonly onlyNew?: boolean
}

/** Bytes from `begin` up to, not including, `end`. */
export interface ByteRange {
  readonly begin: number
  readonly end: number
}

/**
 * Every method throws `StoreFailed`. What the network or a busy store fails is repeated within the patience of the
 * store, in the middle of an object too.
 */
export interface MediaStore {
  /**
   * Stores all of `content` under `key`, or nothing: readers see the former object or the new one. An error of the
   * content itself is thrown as it is. Its bytes are compared with what the store has then.
   */
  put(key: string, content: Content, options?: PutOptions): Promise<PutResult>
  /**
   * The content, or a range of it; a range that reaches over the end is cut. Errors come with the first bytes. Throws once
   * `signal` aborts.
   */
  read(key: string, range?: ByteRange, signal?: AbortSignal): AsyncIterable<Uint8Array>
  /** Throws `not_found`, as `read` does. */
  head(key: string): Promise<StoredObject>
  /** At most `limit` (1 to 1000) objects by the bytes of their keys, beginning after the key `after`. */
  list(prefix: string, options: { readonly limit: number; readonly after?: string }): Promise<StoredList>
  /** What is directly in a prefix that is '' or ends with `/`: at most 1000 names, those of prefixes with their `/`. */
  names(prefix: string): Promise<readonly string[]>
  /** Also when there is none. */
  delete(key: string): Promise<void>
  /** Deletes everything in a prefix that ends with `/`, also what an interrupted `put` left there. */
  deleteAll(prefix: string): Promise<void>
  /** Deletes what interrupted calls of `put` left in a prefix that ends with `/`; no `put` may run in it. */
  deleteUnfinished(prefix: string): Promise<void>
  close(): void
}

export type Content = Uint8Array | AsyncIterable<Uint8Array>

export interface StoredList {
  readonly objects: readonly StoredObject[]
  /** There are more than these. */
  readonly isCut: boolean
}

/**
 * `unreachable`: no answer in time, or an error of the store itself. `denied`: these keys may not do this.
 * `corrupt`: the content is not as it was written, or changed while it was read. `refused`: anything else that will
 * fail again.
 */
export type StoreFailure =
  | 'not_found'
  | 'exists'
  | 'unreachable'
  | 'denied'
  | 'corrupt'
  | 'full'
  | 'wrong_keys'
  | 'no_bucket'
  | 'wrong_clock'
  | 'refused'

export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
  readonly failure: StoreFailure
  /** The store's own name of the error, such as `SignatureDoesNotMatch` or `ECONNREFUSED`. */
  readonly reason: string
  constructor(failure: StoreFailure, reason: string, about: string, options?: ErrorOptions) {
    super(`${failure}: ${reason} (${about})`, options)
    this.failure = failure
    this.reason = reason
  }
}

const longestKeyBytes = 900

/** Keys are the same in both drivers: relative paths that leave no folder. Throws `refused`. */
export function checkKey(key: string): void {
  const segments = key.split('/')
  const isWrong =
    key.includes('\0') ||
    Buffer.byteLength(key) > longestKeyBytes ||
    segments.some((segment) => segment === '' || segment === '.' || segment === '..')
  if (isWrong) throw new StoreFailed('refused', 'InvalidKey', key.slice(0, 100))
}

/** The same for a prefix that is a folder: '' or with `/` at its end. */
export function checkPrefix(prefix: string): void {
  if (prefix === '') return
  if (!prefix.endsWith('/')) throw new StoreFailed('refused', 'InvalidPrefix', prefix.slice(0, 100))
  checkKey(prefix.slice(0, -1))
}
