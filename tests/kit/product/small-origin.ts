/** The engine's origin with a film and a channel of random bytes, without the product: an edge can be put before it. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LinearTimeline } from '#media/linear/linear-timeline.ts'
import { createOrigin } from '#media/origin/origin.ts'
import type { Closure, ClosureRequest } from '#media/origin/playlists/closures.ts'
import { LiveNumbering } from '#media/origin/playlists/live-numbering.ts'
import { archiveScope, filmScope, issueTicket, liveScope } from '#media/origin/tickets/ticket.ts'
import { madeUpSegment } from '#tests/kit/builders/segments.ts'
import type { AssetDescription, AssetTrack } from '#media/playlists/asset-description.ts'

export const smallOriginSecrets = [
  'a-secret-of-a-test-that-is-long-enough-1',
  'the-secret-of-the-month-before-it-that-2',
] as const
const segmentMs = 2000
const segmentCount = 40

export interface SmallOrigin {
  /** `host:port` */
  readonly host: string
  /** Paths of the requests so far, without tickets, and the header that names the viewer. */
  readonly requests: { readonly path: string; readonly forwardedFor: string | undefined }[]
  /** What is closed to the holder of a ticket; may be replaced. */
  closureOf: (subject: ClosureRequest) => Closure
  /** Where a request comes from. */
  placeOf: (request: IncomingMessage) => string
  /** Sessions that were stopped. */
  readonly stopped: Set<string>
  /** Connections are refused from now on. */
  close(): Promise<void>
}

/** Of a film (`film/a-film`), of the channel 7 live and of its last hour: scopes and folders. */
export const smallContent = {
  film: { scope: filmScope('a-film'), folder: 'film/a-film' },
  'other film': { scope: filmScope('b-film'), folder: 'film/b-film' },
  live: { scope: liveScope('7'), folder: 'live/7' },
} as const

/** A window of the channel's archive that ended some minutes ago. */
export function smallArchive() {
  const toSec = Math.floor(Date.now() / 1000) - 600
  const fromSec = toSec - 1200
  return { scope: archiveScope('7', fromSec, toSec), folder: `archive/7/${fromSec}-${toSec}` }
}

let sessions = 0

/** A ticket of a session of its own. */
export function smallTicket(
  scope: string,
  more: {
    readonly expiresAtMs?: number
    readonly place?: string
    readonly client?: string
    readonly secret?: string
    readonly sessionId?: string
  } = {},
): string {
  const { secret = smallOriginSecrets[0], ...rest } = more
  sessions += 1
  return issueTicket(secret, {
    ...{ scope, sessionId: `small-${sessions}`, expiresAtMs: Date.now() + 600_000 },
    ...rest,
  })
}

/** Starts it; `segmentBytes` is the size of each segment of video. */
export async function startSmallOrigin({ segmentBytes = 40_000 } = {}): Promise<SmallOrigin> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-small-origin-'))
  const assets = new Map(['a-film', 'b-film'].map((id) => [id, addAsset(dir, id, segmentBytes)]))
  const timeline = new LinearTimeline({
    schedule: (fromMs, toMs) => {
      const assetId = 'a-film'
      const lengthMs = segmentMs * segmentCount
      const items = []
      const firstMs = fromMs - (fromMs % lengthMs)
      for (let beginMs = firstMs; beginMs < toMs; beginMs += lengthMs)
        items.push({ assetId, beginMs, endMs: beginMs + lengthMs, offsetMs: 0 })
      return items
    },
    describeAsset: (id) => assets.get(id),
    assetDir: (id) => join(dir, id),
    archiveMs: 86_400_000,
    clock: Date.now,
  })
  const numbering = new LiveNumbering()
  const requests: SmallOrigin['requests'] = []
  const stopped = new Set<string>()
  const origin = {
    closureOf: (): Closure => ({ all: false, times: [] }),
    placeOf: () => 'inside',
  } as Pick<SmallOrigin, 'closureOf' | 'placeOf'>
  const handle = createOrigin({
    ticketSecrets: smallOriginSecrets,
    clock: Date.now,
    describeAsset: (id) => assets.get(id),
    assetDir: (id) => join(dir, id),
    channel: (id) => (id === '7' ? { timeline, numbering } : undefined),
    policy: {
      placeOf: (request) => origin.placeOf(request),
      closureOf: (_request, subject) => origin.closureOf(subject),
      isRevoked: (session) => stopped.has(session),
      seen: () => undefined,
    },
    onError: (path, error) => console.error(`the small origin failed at ${path}:`, error),
  })
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/p\/[^/]*/, '/p/*')
    requests.push({ path, forwardedFor: request.headers['x-forwarded-for']?.toString() })
    void handle(request, response).then((isMine) => {
      if (!isMine) response.writeHead(200, { 'content-type': 'text/plain' }).end('the site')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(origin, {
    ...{ requests, stopped },
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(dir, { recursive: true, force: true })
    },
  })
}

function addAsset(dir: string, assetId: string, segmentBytes: number): AssetDescription {
  const [video, audio] = [track('v360', segmentBytes), track('a0-ru', 4000)]
  mkdirSync(join(dir, assetId))
  for (const { file, segments } of [video, audio]) {
    const parts = segments.map(({ size, startTicks }) => segmentOf(size, startTicks))
    writeFileSync(join(dir, assetId, file), Buffer.concat([randomBytes(headBytes), ...parts]))
  }
  return {
    assetId,
    durationMs: segmentMs * segmentCount,
    version: 1,
    video: [{ ...video, width: 640, height: 360, frameRate: 25 }],
    audio: [{ ...audio, codec: 'mp4a.40.2', language: 'ru', name: 'Русский', channels: 2 }],
    subtitles: [],
    publishedAtMs: Date.now(),
    complete: true,
    warnings: [],
    source: { fingerprint: '', subtitles: '', plan: '' },
  }
}

/** Before the first segment: where a real file has its init segment and its index. */
const headBytes = 900
/** Of a made-up segment, without what it carries. */
const boxBytes = madeUpSegment(0, segmentMs, { payloadBytes: 0 }).length

/** Real boxes, of `size` bytes in all. */
function segmentOf(size: number, startTicks: number): Buffer {
  return madeUpSegment(startTicks, segmentMs, { payloadBytes: size - boxBytes })
}

function track(rendition: string, size: number): AssetTrack {
  const segments = Array.from({ length: segmentCount }, (_, number) => ({
    offset: headBytes + number * size,
    size,
    startTicks: number * segmentMs,
    durationTicks: segmentMs,
  }))
  const rates = { peakBitsPerSecond: 900_000, averageBitsPerSecond: 800_000, initEnd: 600 }
  const index = {
    indexBegin: 600,
    indexEnd: headBytes,
    timescale: 1000,
    durationMs: segmentMs * segmentCount,
  }
  return { rendition, file: `${rendition}.mp4`, codec: 'avc1.64001E', ...rates, ...index, segments }
}
