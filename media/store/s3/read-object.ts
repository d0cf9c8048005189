/** Reads an object; a connection that breaks is taken up again where it broke. */
import { Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { pause } from '#media/store/interface/retry.ts'
import { type ByteRange, StoreFailed } from '#media/store/interface/store.ts'
import { failureOf } from './s3-failure.ts'
import { requesting, type S3Place } from './s3-client.ts'

/** Without a byte for this long a connection is broken. */
const silenceMs = 30_000
/** How often one object is taken up again at most. */
const maxBreaks = 1000
const breakPauseMs = 1000

export async function* readObject(
  place: S3Place,
  key: string,
  range: ByteRange | undefined,
): AsyncGenerator<Uint8Array> {
  if (range !== undefined && range.end <= range.begin) return
  let [at, breaks, waitedMs] = [range?.begin ?? 0, 0, 0]
  let first: Opened | undefined
  for (;;) {
    const startedAt = at
    try {
      const opened = await openAt(place, key, at, range?.end, first?.etag)
      if (opened === undefined) return
      first ??= opened
      for await (const chunk of unlessSilent(opened.body, key, place.patience.signal)) {
        at += chunk.length
        yield chunk
      }
      if (at >= first.end) return
      throw new StoreFailed('unreachable', 'ShortBody', key)
    } catch (error) {
      place.patience.signal.throwIfAborted()
      const broken = failureOf(error, key)
      breaks += 1
      if (broken.failure !== 'unreachable' || first === undefined || breaks > maxBreaks) throw broken
      // A connection that brought something is no reason to wait.
      waitedMs = at > startedAt ? 0 : waitedMs + (await pauseAfter(place, broken, waitedMs))
    }
  }
}

/** Throws `broken` when the patience is over; returns the pause, milliseconds. */
async function pauseAfter(
  { patience: { patienceMs, signal, wait = pause } }: S3Place,
  broken: StoreFailed,
  waitedMs: number,
): Promise<number> {
  if (waitedMs >= patienceMs) throw broken
  const ms = Math.min(breakPauseMs, patienceMs - waitedMs)
  await wait(ms, signal)
  return ms
}

interface Opened {
  readonly body: Readable
  readonly etag: string | undefined
  /** After the last byte of what was asked for. */
  readonly end: number
}

/** Undefined: the range begins after the end. */
async function openAt(
  place: S3Place,
  key: string,
  at: number,
  end: number | undefined,
  etag: string | undefined,
): Promise<Opened | undefined> {
  const { client, bucket, prefix } = place
  const isPart = at > 0 || end !== undefined
  const command = new GetObjectCommand({
    ...{ Bucket: bucket, Key: `${prefix}${key}` },
    ...(isPart ? { Range: `bytes=${at}-${end === undefined ? '' : end - 1}` } : {}),
    ...(etag === undefined ? {} : { IfMatch: etag }),
  })
  try {
    const {
      Body,
      ETag,
      ContentLength = 0,
    } = await requesting(place, key, (options) => client.send(command, options))
    if (!(Body instanceof Readable)) throw new StoreFailed('unreachable', 'NoBody', key)
    return { body: Body, etag: ETag, end: at + ContentLength }
  } catch (error) {
    if (!(error instanceof StoreFailed)) throw error
    if (error.reason === 'InvalidRange') return undefined
    // Replaced since its beginning was read.
    if (error.failure === 'exists') throw new StoreFailed('corrupt', 'Changed', key, { cause: error })
    throw error
  }
}

async function* unlessSilent(body: Readable, key: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const timer = setTimeout(() => body.destroy(new StoreFailed('unreachable', 'Silence', key)), silenceMs)
  const end = () => body.destroy(new StoreFailed('unreachable', 'Ended', key))
  signal.addEventListener('abort', end, { once: true })
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      timer.refresh()
      yield chunk
      // The time that the reader takes is not the store's.
      timer.refresh()
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}
