/** Where one backup is: a folder, or a prefix of an object store. Its address is `/backups/x` or `s3://bucket/x`. */
import { basename, dirname, join } from 'node:path'
import { isObjectStore } from '#media/store/address.ts'
import { openStore } from '#media/store/open-store.ts'
import type { S3Access } from '#media/store/s3/s3-access.ts'
import { type MediaStore, StoreFailed, type StoreFailure } from '#media/store/interface/store.ts'
import { BackupFailed, type BackupProblem } from './backup-problem.ts'

export interface BackupLocation {
  readonly store: MediaStore
  /** Of its keys, with `/` at its end. */
  readonly prefix: string
}

export interface OpeningStore {
  /** Undefined: no keys of an object store are set. */
  readonly s3: S3Access | undefined
  readonly signal: AbortSignal
  /** How long an outage of an object store is waited for, milliseconds. */
  readonly patienceMs?: number
}

/** A backup outlasts an outage of a quarter of an hour. */
export const outageMs = 15 * 60_000

/** The address of a backup in a place: `/backups` and `s3://bucket/folder` are places. */
export function addressIn(place: string, name: string): string {
  return isObjectStore(place) ? `${place.replace(/\/+$/, '')}/${name}` : join(place, name)
}

/** The place of a backup. */
export function placeOf(address: string): string {
  return dirname(address)
}

/** Opens the location of one backup for `work`. Throws `BackupFailed` for what is wrong with the object store. */
export async function inLocation<Result>(
  address: string,
  { patienceMs = outageMs, ...options }: OpeningStore,
  work: (location: BackupLocation) => Promise<Result>,
): Promise<Result> {
  return namingProblems(address, async () => {
    const store = await openStore(placeOf(address), { patienceMs, ...options })
    try {
      return await work({ store, prefix: `${basename(address)}/` })
    } finally {
      store.close()
    }
  })
}

/** Errors of an object store as problems that have words. */
export async function namingProblems<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreFailed && isObjectStore(address)) throw storeProblem(error, address)
    throw error
  }
}

const problems: Readonly<Partial<Record<StoreFailure, BackupProblem>>> = {
  unreachable: 'store_unreachable',
  denied: 'store_denied',
  wrong_keys: 'store_keys',
  no_bucket: 'store_bucket',
  wrong_clock: 'store_clock',
  full: 'no_space',
}

function storeProblem(error: StoreFailed, address: string): BackupFailed {
  const { failure, reason } = error
  const isAddress = reason === 'InvalidBucketName' || reason === 'InvalidPrefix'
  const problem = isAddress ? 'store_address' : (problems[failure] ?? 'failed')
  return new BackupFailed(problem, `${address} (${reason})`, { cause: error })
}

/** Whether an error says something about what is stored, and not about the way to it. */
export function isOfContent(error: unknown): boolean {
  return !(error instanceof StoreFailed) || ['not_found', 'corrupt'].includes(error.failure)
}
