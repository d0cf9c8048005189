import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEngine, findMediaBinaries } from '#media/media.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { staffClient, ticketClosure } from '#server/blackouts/blackouts.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { staffAddress, staffTicketSec } from './staff-address.ts'

const binaries = findMediaBinaries({})
const secret = 'a secret of sixteen letters'
const assetId = 'film-1'
let nowMs = 1_800_000_000_000
let dir = ''
let origin = ''
let engine: ReturnType<typeof createEngine>
const seen: string[] = []

/** Every film is blacked out for viewers. */
const blackouts = {
  concernsChannel: () => true,
  concernsTitles: () => true,
  ofAsset: () => ({ now: {}, nextMs: null }),
  ofChannel: () => ({ all: {}, times: [] }),
} as unknown as Parameters<typeof ticketClosure>[0]

const server = createServer((request, response) => void engine.handle(request, response))

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-staff-address-'))
  const sourcePath = join(dir, 'film.mkv')
  const made = runFfmpeg({
    ffmpegPath: binaries.ffmpegPath,
    args: [
      ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=4'],
      ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=4'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', sourcePath],
    ],
    timeoutMs: 60_000,
  })
  expect((await made.exit).lastLines).toEqual([])
  engine = createEngine({
    storeDir: join(dir, 'media'),
    role: 'reads',
    ...binaries,
    clock: () => nowMs,
    ticketSecrets: [secret],
    policy: {
      placeOf: () => 'outside',
      isRevoked: () => false,
      closureOf: (_, subject) => ticketClosure(blackouts, () => 'outside', subject),
      seen: (session) => seen.push(session),
    },
    log: silentLog,
  })
  expect(await engine.packageAsset({ assetId, sourcePath, encoderEffort: 'fast' })).toMatchObject({
    kind: 'packaged',
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  origin = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
}, 120_000)
afterAll(async () => {
  server.close()
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

const statusOf = async (url: string) => (await fetch(origin + url)).status

describe('[EDIT-02] an address for the staff', () => {
  it('plays what is blacked out, from anywhere, as no stream, for minutes, and nothing else', async () => {
    const { url, streamId } = staffAddress({ ticketSecret: secret, nowMs }, { kind: 'film', assetId }, false)
    expect(streamId).toBeUndefined()
    expect(await statusOf(url)).toBe(200)
    expect([...new Set(seen)]).toEqual(['uncounted'])
    // The kind of client is under the signature: a viewer's ticket does not become one of the staff.
    expect(url).toContain(`.${staffClient}.`)
    expect(await statusOf(url.replace(`.${staffClient}.`, '.tv.'))).toBe(403)
    expect(await statusOf(url.replace(`/film/${assetId}`, '/film/film-2'))).toBe(403)
    nowMs += staffTicketSec * 1000
    expect(await statusOf(url)).toBe(403)
  })

  it('[EDIT-01] is for a file of which a frame is taken at any moment, the end too', async () => {
    for (const atMs of [0, 1500, 4000, 9000]) {
      const frame = await engine.takeFrame(assetId, atMs)
      expect(frame?.subarray(0, 2).toString('hex'), String(atMs)).toBe('ffd8')
    }
    expect(await engine.takeFrame('film-2', 0)).toBeUndefined()
  })

  it('[EDIT-02] is for a file whose sound track says how loud its source was', () => {
    const [track] = engine.describeAsset(assetId)?.audio ?? []
    expect(track?.loudness?.integratedLufs).toBeGreaterThan(-40)
    expect(track?.loudness?.integratedLufs).toBeLessThan(-10)
    expect(track?.loudness?.isSampled).toBe(false)
  })
})
