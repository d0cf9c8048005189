/** One request to the object store: with a time limit, repeated within the patience, its errors named. */
import { S3Client } from '@aws-sdk/client-s3'
import type { S3Access } from './s3-access.ts'
import { type Patience, retrying } from '#media/store/interface/retry.ts'
import { failureOf } from './s3-failure.ts'

const connectLimitMs = 5000
/** Of one request, with up to 16 MB of body. */
const requestLimitMs = 120_000

export interface S3Place {
  readonly client: S3Client
  readonly bucket: string
  /** Before every key: '' or with `/` at its end. */
  readonly prefix: string
  readonly patience: Patience
}

export function createClient(access: S3Access): S3Client {
  return new S3Client({
    region: access.region,
    forcePathStyle: access.isPathStyle,
    credentials: { accessKeyId: access.keyId, secretAccessKey: access.secret },
    ...(access.endpoint === undefined ? {} : { endpoint: access.endpoint }),
    // Repeated here, where it is one patience for all.
    maxAttempts: 1,
    // Stores other than Amazon's do not have its newer checksums; MD5 and SHA-256 of the body are sent instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectLimitMs, requestTimeout: requestLimitMs },
  })
}

/** `work` gets a signal that ends with the time limit of one request or with the signal of the store. */
export function requesting<Result>(
  { patience }: Pick<S3Place, 'patience'>,
  about: string,
  work: (options: { readonly abortSignal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  return retrying(patience, async () => {
    const abortSignal = AbortSignal.any([patience.signal, AbortSignal.timeout(requestLimitMs)])
    try {
      return await work({ abortSignal })
    } catch (error) {
      throw failureOf(error, about)
    }
  })
}
