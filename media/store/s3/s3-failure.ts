/** What an error of the client means. */
import { S3ServiceException } from '@aws-sdk/client-s3'
import { StoreFailed, type StoreFailure } from '#media/store/interface/store.ts'

const byName: Readonly<Record<string, StoreFailure>> = {
  NoSuchKey: 'not_found',
  NotFound: 'not_found',
  NoSuchUpload: 'not_found',
  NoSuchBucket: 'no_bucket',
  InvalidBucketName: 'no_bucket',
  PreconditionFailed: 'exists',
  ConditionalRequestConflict: 'exists',
  AccessDenied: 'denied',
  AccountProblem: 'denied',
  InvalidAccessKeyId: 'wrong_keys',
  SignatureDoesNotMatch: 'wrong_keys',
  InvalidToken: 'wrong_keys',
  ExpiredToken: 'wrong_keys',
  RequestTimeTooSkewed: 'wrong_clock',
  RequestExpired: 'wrong_clock',
  BadDigest: 'corrupt',
  XAmzContentSHA256Mismatch: 'corrupt',
  InvalidPart: 'corrupt',
  QuotaExceeded: 'full',
  EntityTooLarge: 'full',
  // A store that is busy says some of these with a status of its own.
  SlowDown: 'unreachable',
  ServiceUnavailable: 'unreachable',
  InternalError: 'unreachable',
  RequestTimeout: 'unreachable',
  OperationAborted: 'unreachable',
}

const [tooMany, internal] = [429, 500]
const byStatus: Readonly<Record<number, StoreFailure>> = { 403: 'denied', 404: 'not_found', 412: 'exists' }

/** `about`: the key or the bucket. What is no error of the protocol is one of the network, or a time limit. */
export function failureOf(error: unknown, about: string): StoreFailed {
  if (error instanceof StoreFailed) return error
  if (!(error instanceof S3ServiceException))
    return new StoreFailed('unreachable', nameOf(error), about, { cause: error })
  const status = error.$metadata.httpStatusCode ?? 0
  const isTheirs = status >= internal || status === tooMany
  const isUnclear = isTheirs && status !== 501
  const failure = byName[error.name] ?? (isUnclear ? 'unreachable' : (byStatus[status] ?? 'refused'))
  return new StoreFailed(failure, error.name, about, { cause: error })
}

/** The code of the operating system says more than the name. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
