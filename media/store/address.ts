/** Where a store is: the path of a folder, or `s3://bucket/prefix`. Pure. */
import { StoreFailed } from './interface/store.ts'

export type StoreAddress =
  | { readonly kind: 'folder'; readonly path: string }
  /** `prefix` is '' or ends with `/`. */
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string }

const bucketForm = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/
const prefixForm = /^[\w!.'()*+ -]{1,200}$/

/** Whether an address, right or wrong, is meant for an object store. */
export function isObjectStore(address: string): boolean {
  return /^s3:/i.test(address)
}

/** Throws `refused` for an address of an object store that is not of its form. */
export function parseAddress(address: string): StoreAddress {
  if (!isObjectStore(address)) return { kind: 'folder', path: address }
  const match = /^s3:\/\/([^/]+)(?:\/(.*?))?\/?$/.exec(address)
  const [, bucket = '', path = ''] = match ?? []
  if (!bucketForm.test(bucket)) throw new StoreFailed('refused', 'InvalidBucketName', address)
  const segments = path === '' ? [] : path.split('/')
  const isWrong = segments.some((segment) => !prefixForm.test(segment) || /^\.+$/.test(segment))
  if (isWrong) throw new StoreFailed('refused', 'InvalidPrefix', address)
  return { kind: 's3', bucket, prefix: segments.map((segment) => `${segment}/`).join('') }
}
