/** S3's requests on buckets and objects, path style. */
import { createHash } from 'node:crypto'
import type { GatewayRequest } from '#emulators/http/exchange.ts'
import {
  beginUpload,
  type Bucket,
  bytesToStore,
  completeUpload,
  listKeys,
  type StoredBytes,
} from './objects.ts'

export interface StoreResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const statuses: Readonly<Record<string, number>> = {
  AccessDenied: 403,
  InvalidAccessKeyId: 403,
  SignatureDoesNotMatch: 403,
  RequestTimeTooSkewed: 403,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  PreconditionFailed: 412,
  InvalidRange: 416,
  InternalError: 500,
  NotImplemented: 501,
  SlowDown: 503,
}

/** An error as S3 says it: 400 unless S3 has another status for this name. */
export function failed(name: string): StoreResponse {
  return xml(statuses[name] ?? 400, `<Error><Code>${name}</Code><Message>${name}</Message></Error>`)
}

export function handle(buckets: ReadonlyMap<string, Bucket>, request: GatewayRequest): StoreResponse {
  const [name = '', ...rest] = request.path.slice(1).split('/')
  const bucket = buckets.get(name)
  if (bucket === undefined) return failed('NoSuchBucket')
  const key = decodeURIComponent(rest.join('/'))
  if (key === '') return onBucket(bucket, request)
  const { method, query } = request
  if (query.has('uploads') || query.has('uploadId')) return onUpload(bucket, key, request)
  if (method === 'PUT') return putObject(bucket, key, request)
  if (method === 'GET' || method === 'HEAD') return getObject(bucket.objects.get(key), request)
  if (method !== 'DELETE') return failed('NotImplemented')
  bucket.objects.delete(key)
  return empty(204)
}

function onBucket(bucket: Bucket, { method, query }: GatewayRequest): StoreResponse {
  if (method !== 'GET') return failed('NotImplemented')
  const prefix = query.get('prefix') ?? ''
  if (query.has('uploads')) {
    const uploads = [...bucket.uploads.values()].filter(({ key }) => key.startsWith(prefix))
    const listed = uploads.map(
      ({ id, key }) => `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId></Upload>`,
    )
    return xml(
      200,
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListMultipartUploadsResult>`,
    )
  }
  if (query.get('list-type') !== '2') return failed('NotImplemented')
  const { keys, prefixes, isCut } = listKeys(bucket, {
    ...{ prefix, delimiter: query.get('delimiter') ?? '' },
    after: query.get('start-after') ?? '',
    max: Math.min(1000, Number(query.get('max-keys') ?? 1000)),
  })
  const contents = keys.map((key) => {
    const { body, etag, modified } = bucket.objects.get(key) ?? bytesToStore(Buffer.alloc(0))
    return `<Contents><Key>${escaped(key)}</Key><Size>${body.length}</Size><ETag>${escaped(etag)}</ETag><LastModified>${modified.toISOString()}</LastModified></Contents>`
  })
  const common = prefixes.map((one) => `<CommonPrefixes><Prefix>${escaped(one)}</Prefix></CommonPrefixes>`)
  return xml(
    200,
    `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${contents.join('')}${common.join('')}</ListBucketResult>`,
  )
}

function putObject(bucket: Bucket, key: string, { headers, body }: GatewayRequest): StoreResponse {
  if (!isAsHashed(headers, body)) return failed('BadDigest')
  if (headers['if-none-match'] === '*' && bucket.objects.has(key)) return failed('PreconditionFailed')
  const object = bytesToStore(body)
  bucket.objects.set(key, object)
  return empty(200, { etag: object.etag })
}

function isAsHashed(headers: GatewayRequest['headers'], body: Buffer): boolean {
  const md5 = headers['content-md5']
  return md5 === undefined || md5 === createHash('md5').update(body).digest('base64')
}

function getObject(object: StoredBytes | undefined, { method, headers }: GatewayRequest): StoreResponse {
  if (object === undefined) return method === 'HEAD' ? empty(404) : failed('NoSuchKey')
  const { body, etag, modified } = object
  const expectedEtag = headers['if-match']
  if (expectedEtag !== undefined && expectedEtag !== etag) return failed('PreconditionFailed')
  const about = { etag, 'last-modified': modified.toUTCString(), 'accept-ranges': 'bytes' }
  if (method === 'HEAD')
    return { status: 200, headers: { ...about, 'content-length': `${body.length}` }, body: none }
  const range = /^bytes=(\d+)-(\d*)$/.exec(String(headers.range ?? ''))
  if (range === null) return { status: 200, headers: about, body }
  const begin = Number(range[1])
  if (begin >= body.length) return failed('InvalidRange')
  const end = Math.min(body.length - 1, range[2] === '' ? Number.POSITIVE_INFINITY : Number(range[2]))
  return {
    status: 206,
    headers: { ...about, 'content-range': `bytes ${begin}-${end}/${body.length}` },
    body: body.subarray(begin, end + 1),
  }
}

function onUpload(bucket: Bucket, key: string, request: GatewayRequest): StoreResponse {
  const { method, query, headers, body } = request
  if (query.has('uploads')) {
    const { id } = beginUpload(bucket, key)
    return xml(
      200,
      `<InitiateMultipartUploadResult><Key>${escaped(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }
  const upload = bucket.uploads.get(query.get('uploadId') ?? '')
  if (upload === undefined || upload.key !== key) return failed('NoSuchUpload')
  if (method === 'DELETE') {
    bucket.uploads.delete(upload.id)
    return empty(204)
  }
  if (method === 'PUT') {
    const number = Number(query.get('partNumber'))
    if (!Number.isInteger(number) || number < 1 || number > 10_000) return failed('InvalidArgument')
    if (!isAsHashed(headers, body)) return failed('BadDigest')
    const part = bytesToStore(body)
    upload.parts.set(number, part)
    return empty(200, { etag: part.etag })
  }
  if (method !== 'POST') return failed('NotImplemented')
  const whole = completeUpload(bucket, upload, namedParts(body.toString('utf8')))
  if (typeof whole === 'string') return failed(whole)
  return xml(
    200,
    `<CompleteMultipartUploadResult><Key>${escaped(key)}</Key><ETag>${escaped(whole.etag)}</ETag></CompleteMultipartUploadResult>`,
  )
}

function namedParts(text: string) {
  return [...text.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
    etag: (/<ETag>(.*?)<\/ETag>/.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }))
}

const none = Buffer.alloc(0)

function empty(status: number, headers: Readonly<Record<string, string>> = {}): StoreResponse {
  return { status, headers, body: none }
}

function xml(status: number, content: string): StoreResponse {
  const body = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${content}`)
  return { status, headers: { 'content-type': 'application/xml' }, body }
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
