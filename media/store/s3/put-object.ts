/** Stores an object: in one request, or in parts of 16 MB when it is longer, one in memory at a time. */
import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { type Content, type PutOptions, type PutResult, StoreFailed } from '#media/store/interface/store.ts'
import { requesting, type S3Place } from './s3-client.ts'

const partBytes = 16 * 1024 * 1024
/** Of the protocol. */
const maxParts = 10_000

interface Target {
  readonly Bucket: string
  readonly Key: string
}

export async function putObject(
  place: S3Place,
  key: string,
  content: Content,
  options: PutOptions,
): Promise<PutResult> {
  const target = { Bucket: place.bucket, Key: `${place.prefix}${key}` }
  const hash = createHash('sha256')
  let [bytes, upload]: [number, PartUpload | undefined] = [0, undefined]
  try {
    let last: Buffer = Buffer.alloc(0)
    for await (const { part, isLast } of partsOf(content)) {
      hash.update(part)
      bytes += part.length
      if (isLast) last = part
      else {
        upload ??= await beginUpload(place, target, key)
        await upload.add(part)
      }
    }
    const sha256 = hash.digest('hex')
    if (options.sha256 !== undefined && options.sha256 !== sha256)
      throw new StoreFailed('corrupt', 'BadDigest', key)
    if (upload === undefined) await putWhole(place, target, last, options)
    else {
      if (last.length > 0) await upload.add(last)
      await upload.complete(bytes, options)
    }
    return { bytes, sha256 }
  } catch (error) {
    // What stays, where the store cannot be reached, is deleted by `deleteAll`.
    await upload?.abort().catch(() => undefined)
    throw error
  }
}

/** Pieces of one size; the last one is shorter, and may be empty. */
async function* partsOf(content: Content): AsyncGenerator<{ part: Buffer; isLast: boolean }> {
  let [pieces, length]: [Uint8Array[], number] = [[], 0]
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    pieces.push(chunk)
    length += chunk.length
    if (length < partBytes) continue
    let joined = Buffer.concat(pieces)
    for (; joined.length >= partBytes; joined = joined.subarray(partBytes))
      yield { part: joined.subarray(0, partBytes), isLast: false }
    ;[pieces, length] = [[joined], joined.length]
  }
  yield { part: Buffer.concat(pieces), isLast: true }
}

function md5Of(body: Buffer): string {
  return createHash('md5').update(body).digest('base64')
}

async function putWhole(
  place: S3Place,
  target: Target,
  body: Buffer,
  { onlyNew = false }: PutOptions,
): Promise<void> {
  await requesting(place, target.Key, async (options) => {
    await place.client.send(
      new PutObjectCommand({
        ...target,
        ...{ Body: body, ContentMD5: md5Of(body), ContentLength: body.length },
        ...(onlyNew ? { IfNoneMatch: '*' } : {}),
      }),
      options,
    )
    if ((await sizeOf(place, target, options)) !== body.length)
      throw new StoreFailed('unreachable', 'NotStored', target.Key)
  })
}

/** Undefined: it is not there, although its write was acknowledged. */
async function sizeOf(
  { client }: S3Place,
  target: Target,
  options: { readonly abortSignal: AbortSignal },
): Promise<number | undefined> {
  try {
    const { ContentLength: size = 0 } = await client.send(new HeadObjectCommand(target), options)
    return size
  } catch (error) {
    if (error instanceof Error && ['NotFound', 'NoSuchKey'].includes(error.name)) return undefined
    throw error
  }
}

interface PartUpload {
  add(part: Buffer): Promise<void>
  complete(bytes: number, options: PutOptions): Promise<void>
  abort(): Promise<void>
}

async function beginUpload(place: S3Place, target: Target, key: string): Promise<PartUpload> {
  const { client } = place
  const { UploadId } = await requesting(place, key, (options) =>
    client.send(new CreateMultipartUploadCommand(target), options),
  )
  if (UploadId === undefined) throw new StoreFailed('refused', 'NoUploadId', key)
  const parts: CompletedPart[] = []
  return {
    add: async (Body) => {
      const PartNumber = parts.length + 1
      if (PartNumber > maxParts) throw new StoreFailed('full', 'TooManyParts', key)
      const { ETag } = await requesting(place, key, (options) =>
        client.send(
          new UploadPartCommand({ ...target, UploadId, PartNumber, Body, ContentMD5: md5Of(Body) }),
          options,
        ),
      )
      if (ETag === undefined) throw new StoreFailed('refused', 'NoETag', key)
      parts.push({ PartNumber, ETag })
    },
    complete: async (bytes, { onlyNew = false }) => {
      const whole = { ...target, UploadId, MultipartUpload: { Parts: parts } }
      const condition = onlyNew ? { IfNoneMatch: '*' } : {}
      await requesting(place, key, async (options) => {
        const done = await client
          .send(new CompleteMultipartUploadCommand({ ...whole, ...condition }), options)
          .catch((error: unknown) => error)
        const size = await sizeOf(place, target, options)
        // Completed by a former try whose answer was lost: there is no such upload any more.
        const isDoneBefore = done instanceof Error && done.name === 'NoSuchUpload' && size === bytes
        if (done instanceof Error && !isDoneBefore) throw done
        if (size !== bytes) throw new StoreFailed('corrupt', 'NotStored', key)
      })
    },
    abort: async () => {
      // Once: the reason why it ends is more important.
      const options = { abortSignal: AbortSignal.timeout(10_000) }
      await client.send(new AbortMultipartUploadCommand({ ...target, UploadId }), options)
    },
  }
}
