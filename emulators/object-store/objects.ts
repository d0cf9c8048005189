/** The buckets in memory: objects, and uploads in parts that are not completed. */
import { createHash, randomUUID } from 'node:crypto'

export interface StoredBytes {
  readonly body: Buffer
  /** With its quotes, as in the header. */
  readonly etag: string
  readonly modified: Date
}

export interface Upload {
  readonly id: string
  readonly key: string
  readonly parts: Map<number, StoredBytes>
}

export interface Bucket {
  readonly objects: Map<string, StoredBytes>
  readonly uploads: Map<string, Upload>
}

/** S3's own: a part other than the last one has at least this many bytes. */
export const minPartBytes = 5 * 1024 * 1024

export function createBuckets(names: readonly string[]): ReadonlyMap<string, Bucket> {
  return new Map(names.map((name) => [name, { objects: new Map(), uploads: new Map() }]))
}

export function bytesToStore(body: Buffer): StoredBytes {
  return { body, etag: `"${createHash('md5').update(body).digest('hex')}"`, modified: new Date() }
}

export function beginUpload(bucket: Bucket, key: string): Upload {
  const upload = { id: randomUUID(), key, parts: new Map<number, StoredBytes>() }
  bucket.uploads.set(upload.id, upload)
  return upload
}

/** Joins the named parts, in their order; returns S3's name of what is wrong with them. */
export function completeUpload(
  bucket: Bucket,
  upload: Upload,
  named: readonly { readonly number: number; readonly etag: string }[],
): StoredBytes | 'InvalidPart' | 'InvalidPartOrder' | 'EntityTooSmall' {
  const bodies: Buffer[] = []
  for (const [index, { number, etag }] of named.entries()) {
    if (index > 0 && number <= (named[index - 1]?.number ?? 0)) return 'InvalidPartOrder'
    const part = upload.parts.get(number)
    if (part === undefined || part.etag !== etag) return 'InvalidPart'
    if (index < named.length - 1 && part.body.length < minPartBytes) return 'EntityTooSmall'
    bodies.push(part.body)
  }
  if (bodies.length === 0) return 'InvalidPart'
  const whole = bytesToStore(Buffer.concat(bodies))
  bucket.objects.set(upload.key, whole)
  bucket.uploads.delete(upload.id)
  return whole
}

export interface Listed {
  readonly keys: readonly string[]
  /** What keys have in common up to the delimiter, instead of these keys. */
  readonly prefixes: readonly string[]
  readonly isCut: boolean
}

/** Keys in the order of their bytes. */
export function listKeys(
  bucket: Bucket,
  { prefix, after, delimiter, max }: { prefix: string; after: string; delimiter: string; max: number },
): Listed {
  const [keys, prefixes]: [string[], Set<string>] = [[], new Set()]
  const sorted = [...bucket.objects.keys()].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  for (const key of sorted) {
    if (!key.startsWith(prefix) || Buffer.compare(Buffer.from(key), Buffer.from(after)) <= 0) continue
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    const common = end < 0 ? undefined : key.slice(0, end + delimiter.length)
    if (common !== undefined && prefixes.has(common)) continue
    if (keys.length + prefixes.size >= max) return { keys, prefixes: [...prefixes], isCut: true }
    if (common === undefined) keys.push(key)
    else prefixes.add(common)
  }
  return { keys, prefixes: [...prefixes], isCut: false }
}
