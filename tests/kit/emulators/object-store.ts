/** The emulated object store for tests: started with keys of its own. */
import type { FaultName, PartName } from '#emulators/object-store/faults.ts'
import type { S3Access } from '#media/store/s3/s3-access.ts'
import { startEmulator } from './emulator-program.ts'

interface StoredBucket {
  readonly name: string
  readonly objects: readonly { readonly key: string; readonly bytes: number }[]
  /** Keys of uploads that were begun and neither completed nor aborted. */
  readonly uploads: readonly string[]
}

export interface ObjectStore {
  readonly access: S3Access
  /** What is in a bucket. */
  stored(bucket: string): Promise<StoredBucket>
  /** Makes requests of a kind fail, `times` of them or until `none`. */
  fault(part: PartName | 'all', fault: FaultName, times?: number): Promise<void>
  stop(): Promise<void>
}

export async function startObjectStore(buckets: readonly string[] = ['ekran']): Promise<ObjectStore> {
  const { addresses, stop } = await startEmulator(
    'object-store',
    buckets.flatMap((name) => ['--bucket', name]),
  )
  const { endpoint = '', keyId = '', secret = '' } = addresses
  const signal = () => AbortSignal.timeout(10_000)
  return {
    access: { endpoint, keyId, secret, region: 'us-east-1', isPathStyle: true },
    stored: async (bucket) => {
      const response = await fetch(`${endpoint}/_/stored`, { signal: signal() })
      const { buckets: all } = (await response.json()) as { buckets: readonly StoredBucket[] }
      const one = all.find(({ name }) => name === bucket)
      if (one === undefined) throw new Error(`there is no bucket ${bucket}`)
      return one
    },
    fault: async (part, fault, times) => {
      const response = await fetch(`${endpoint}/_/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ part, fault, times }),
        signal: signal(),
      })
      if (response.status !== 200) throw new Error(`the emulator refused: ${await response.text()}`)
    },
    stop,
  }
}

/** The settings of a store as an operator writes them. */
export function objectStoreEnvironment({ endpoint = '', keyId, secret }: S3Access) {
  return { EKRAN_S3_ENDPOINT: endpoint, EKRAN_S3_KEY_ID: keyId, EKRAN_S3_SECRET: secret }
}
