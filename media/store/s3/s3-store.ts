/** The store in a bucket of any S3-compatible object store. */
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import type { S3Access } from './s3-access.ts'
import type { Patience } from '#media/store/interface/retry.ts'
import {
  checkKey,
  checkPrefix,
  type MediaStore,
  StoreFailed,
  type StoredList,
} from '#media/store/interface/store.ts'
import { putObject } from './put-object.ts'
import { readObject } from './read-object.ts'
import { createClient, requesting, type S3Place } from './s3-client.ts'

export interface S3StoreOptions {
  readonly access: S3Access
  readonly bucket: string
  /** '' or with `/` at its end. */
  readonly prefix: string
  readonly patience: Patience
}

const pageSize = 1000
/** Ten million objects. */
const maxPages = 10_000
const deletedAtOnce = 8

export function openS3Store({ access, bucket, prefix, patience }: S3StoreOptions): MediaStore {
  const place: S3Place = { client: createClient(access), bucket, prefix, patience }
  const { client } = place
  const target = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })
  return {
    put: async (key, content, options = {}) => {
      checkKey(key)
      return putObject(place, key, content, options)
    },
    read: async function* (key, range, signal) {
      checkKey(key)
      yield* readObject(signal === undefined ? place : endingWith(place, signal), key, range)
    },
    head: async (key) => {
      checkKey(key)
      const { ContentLength: bytes = 0 } = await requesting(place, key, (options) =>
        client.send(new HeadObjectCommand(target(key)), options),
      )
      return { key, bytes }
    },
    list: (within, options) => listObjects(place, within, options),
    names: (within) => listNames(place, within),
    delete: (key) => deleteObject(place, key),
    deleteAll: async (within) => {
      checkPrefix(within)
      if (within === '') throw new StoreFailed('refused', 'InvalidPrefix', bucket)
      await abortUploads(place, within)
      await deleteObjects(place, within)
    },
    deleteUnfinished: async (within) => {
      checkPrefix(within)
      await abortUploads(place, within)
    },
    close: () => client.destroy(),
  }
}

function endingWith(place: S3Place, signal: AbortSignal): S3Place {
  const { patience } = place
  return { ...place, patience: { ...patience, signal: AbortSignal.any([patience.signal, signal]) } }
}

async function listObjects(
  place: S3Place,
  within: string,
  { limit, after }: { readonly limit: number; readonly after?: string },
): Promise<StoredList> {
  const { client, bucket, prefix } = place
  const { Contents = [], IsTruncated: isCut = false } = await requesting(place, within, (options) =>
    client.send(
      new ListObjectsV2Command({
        ...{ Bucket: bucket, Prefix: `${prefix}${within}`, MaxKeys: Math.min(limit, pageSize) },
        ...(after === undefined ? {} : { StartAfter: `${prefix}${after}` }),
      }),
      options,
    ),
  )
  const objects = Contents.map(({ Key = '', Size: bytes = 0 }) => ({ key: Key.slice(prefix.length), bytes }))
  return { objects, isCut }
}

async function listNames(place: S3Place, within: string): Promise<readonly string[]> {
  checkPrefix(within)
  const { client, bucket, prefix } = place
  const whole = `${prefix}${within}`
  const { Contents = [], CommonPrefixes = [] } = await requesting(place, within, (options) =>
    client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: whole, Delimiter: '/', MaxKeys: pageSize }),
      options,
    ),
  )
  const listed = [...Contents.map(({ Key = '' }) => Key), ...CommonPrefixes.map(({ Prefix = '' }) => Prefix)]
  return listed.map((name) => name.slice(whole.length)).toSorted()
}

async function deleteObject(place: S3Place, key: string): Promise<void> {
  checkKey(key)
  const { client, bucket, prefix } = place
  await requesting(place, key, (options) =>
    client.send(new DeleteObjectCommand({ Bucket: bucket, Key: `${prefix}${key}` }), options),
  )
}

/** One by one: the request for many at once needs a checksum that not every store has. */
async function deleteObjects(place: S3Place, within: string): Promise<void> {
  for (let page = 0; page < maxPages; page += 1) {
    const { objects, isCut } = await listObjects(place, within, { limit: pageSize })
    for (let at = 0; at < objects.length; at += deletedAtOnce)
      await Promise.all(objects.slice(at, at + deletedAtOnce).map(({ key }) => deleteObject(place, key)))
    if (!isCut) return
  }
  throw new StoreFailed('refused', 'TooManyObjects', within)
}

/** Parts of an upload that was not completed are in no list of objects, and are paid for. */
async function abortUploads(place: S3Place, within: string): Promise<void> {
  const { client, bucket, prefix } = place
  for (let page = 0; page < maxPages; page += 1) {
    const { Uploads = [], IsTruncated: isCut = false } = await requesting(place, within, (options) =>
      client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: `${prefix}${within}` }), options),
    )
    for (const { Key, UploadId } of Uploads)
      await requesting(place, within, (options) =>
        client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }), options),
      ).catch((error: unknown) => {
        if (!(error instanceof StoreFailed) || error.failure !== 'not_found') throw error
      })
    if (!isCut) return
  }
  throw new StoreFailed('refused', 'TooManyUploads', within)
}
