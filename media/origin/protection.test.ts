/** What a ticket gives access to, over HTTP, with plain films and with encrypted ones. */
import { createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LinearTimeline } from '#media/linear/linear-timeline.ts'
import type { AssetDescription, AssetTrack } from '#media/playlists/asset-description.ts'
import { parseMediaPlaylist } from '#media/playlists/read-hls.ts'
import { faultsOf } from '#tests/kit/models/strict-hls.ts'
import { LiveNumbering } from './playlists/live-numbering.ts'
import { createOrigin } from './origin.ts'
import { sealSegment, SegmentKeys } from './segment-keys.ts'
import { archiveScope, downloadScope, filmScope, issueTicket, liveScope } from './tickets/ticket.ts'

const [secret, former] = ['a secret of this test alone', 'the secret of the month before']
const nowMs = 1_795_000_000_000
const dir = mkdtempSync(join(tmpdir(), 'ekran-protection-'))
const assets = new Map<string, AssetDescription>()
const files = new Map<string, Buffer>()

function track(rendition: string, sizes: readonly number[]): AssetTrack {
  let offset = 900
  const segments = sizes.map((size, number) => {
    const segment = { offset, size, startTicks: number * 2000, durationTicks: 2000 }
    offset += size
    return segment
  })
  const rates = { peakBitsPerSecond: 9000, averageBitsPerSecond: 8000, initEnd: 600 }
  const index = { indexBegin: 600, indexEnd: 900, timescale: 1000, durationMs: sizes.length * 2000 }
  return { rendition, file: `${rendition}.mp4`, codec: 'avc1.64001E', ...rates, ...index, segments }
}

function addAsset(assetId: string): void {
  const [video, audio] = [track('v360', [4001, 4096, 777]), track('a0-ru', [320, 16, 200])]
  mkdirSync(join(dir, assetId), { recursive: true })
  for (const one of [video, audio]) {
    const last = one.segments.at(-1)
    const bytes = randomBytes((last?.offset ?? 0) + (last?.size ?? 0))
    files.set(`${assetId}/${one.file}`, bytes)
    writeFileSync(join(dir, assetId, one.file), bytes)
  }
  writeFileSync(join(dir, assetId, 's0-ru.vtt'), 'WEBVTT\n')
  assets.set(assetId, {
    assetId,
    durationMs: 6000,
    version: 1,
    video: [{ ...video, width: 640, height: 360, frameRate: 25 }],
    audio: [{ ...audio, codec: 'mp4a.40.2', language: 'ru', name: 'Русский', channels: 2 }],
    subtitles: [{ rendition: 's0-ru', file: 's0-ru.vtt', language: 'ru', name: 'Русский' }],
    publishedAtMs: nowMs,
    complete: true,
    warnings: [],
    source: { fingerprint: '', subtitles: '', plan: '' },
  } as unknown as AssetDescription)
}

const servers: Server[] = []
let shownBefore = 'before'
async function serve(encryptFilms: boolean, ticketSecrets: readonly string[] = [secret]): Promise<string> {
  const timeline = new LinearTimeline({
    // The first minute of each hour shows one film, the rest another; a third film is never scheduled.
    schedule: (fromMs, toMs) => [
      {
        assetId: shownBefore,
        beginMs: fromMs - (fromMs % 3_600_000) - 3_600_000,
        endMs: nowMs - 600_000,
        offsetMs: 0,
      },
      { assetId: 'on-air', beginMs: nowMs - 600_000, endMs: toMs + 60_000, offsetMs: 0 },
    ],
    describeAsset: (id) => assets.get(id),
    assetDir: (id) => join(dir, id),
    archiveMs: 86_400_000,
    clock: () => nowMs,
  })
  const handle = createOrigin({
    ticketSecrets,
    encryptFilms,
    clock: () => nowMs,
    describeAsset: (id) => assets.get(id),
    assetDir: (id) => join(dir, id),
    channel: (id) => (id === '7' ? { timeline, numbering: new LiveNumbering() } : undefined),
    onError: (_path, error) => expect(error).toBeUndefined(),
  })
  const server = createServer((request, response) => void handle(request, response))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

let clear = ''
let sealed = ''
beforeAll(async () => {
  for (const assetId of ['film', 'trailer', 'before', 'on-air', 'elsewhere']) addAsset(assetId)
  ;[clear, sealed] = [await serve(false), await serve(true)]
})
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(dir, { recursive: true, force: true })
})

function ticketFor(scope: string, signedWith = secret) {
  return issueTicket(signedWith, { scope, sessionId: 's', expiresAtMs: nowMs + 60_000 })
}

function get(address: string) {
  return fetch(address, { signal: AbortSignal.timeout(20_000) })
}

async function statusOf(address: string) {
  return (await get(address)).status
}

async function bytesOf(address: string) {
  return Buffer.from(await (await get(address)).arrayBuffer())
}

describe('a ticket', () => {
  it('[PLAYER-07] for one film opens neither another film nor its trailer, and their tickets do not open the film', async () => {
    for (const base of [clear, sealed])
      for (const [mine, other] of [
        ['film', 'trailer'],
        ['trailer', 'film'],
      ] as const) {
        const ticket = ticketFor(filmScope(mine))
        expect(await statusOf(`${base}/p/${ticket}/film/${mine}/v360.m3u8`)).toBe(200)
        for (const rest of [
          'master.m3u8',
          'v360.m3u8',
          'v360.mp4',
          's0-ru.vtt',
          'v360/init.mp4',
          'manifest.mpd',
        ])
          expect(await statusOf(`${base}/p/${ticket}/film/${other}/${rest}`), rest).toBe(403)
      }
  })

  it('[GUIDE-04] serves the past of a linear channel by the current schedule, not by one that is a minute old', async () => {
    const [fromSec, toSec] = [(nowMs - 7_200_000) / 1000, (nowMs - 3_600_000) / 1000]
    const base = `${clear}/p/${ticketFor(archiveScope('7', fromSec, toSec))}/archive/7/${fromSec}-${toSec}`
    const beginning = async () => parseMediaPlaylist((await bytesOf(`${base}/v360.m3u8`)).toString())
    const uri = async () => (await beginning())?.segments[0]?.map?.uri
    expect(await uri()).toBe('v360/init-before~v360.mp4')
    shownBefore = 'elsewhere'
    expect(await uri()).toBe('v360/init-elsewhere~v360.mp4')
    expect(await statusOf(`${base}/${await uri()}`)).toBe(200)
    shownBefore = 'before'
  })

  it('[PLAYER-07] for a linear channel opens the init segments of the films it shows, and of no others', async () => {
    const init = (id: string) => `v360/init-${id}~v360.mp4`
    const live = `${clear}/p/${ticketFor(liveScope('7'))}/live/7`
    expect(await statusOf(`${live}/${init('on-air')}`)).toBe(200)
    for (const id of ['before', 'elsewhere', 'film', 'trailer'])
      expect(await statusOf(`${live}/${init(id)}`), id).toBe(404)
    const [fromSec, toSec] = [(nowMs - 7_200_000) / 1000, (nowMs - 3_600_000) / 1000]
    const past = `${clear}/p/${ticketFor(archiveScope('7', fromSec, toSec))}/archive/7/${fromSec}-${toSec}`
    expect(await statusOf(`${past}/${init('before')}`)).toBe(200)
    expect(await statusOf(`${past}/${init('on-air')}`)).toBe(404)
    expect(await statusOf(`${past}/${init('film')}`)).toBe(404)
  })
})

describe('an encrypted film', () => {
  const folder = () => `${sealed}/p/${ticketFor(filmScope('film'))}/film/film`
  const playlist = async (rendition: string) => {
    const answer = await get(`${folder()}/${rendition}.m3u8`)
    const text = await answer.text()
    expect(faultsOf(text)).toEqual([])
    return { text, segments: parseMediaPlaylist(text)?.segments ?? [] }
  }

  it.each(['v360', 'a0-ru'])(
    '[PLAYER-07] decrypts to its own bytes with the key of %s',
    async (rendition) => {
      const { text, segments } = await playlist(rendition)
      expect(text.match(/#EXT-X-KEY/g)).toHaveLength(1)
      // The init segment's tag is before the key tag, so it is not encrypted (RFC 8216 4.3.2.5).
      expect(text.indexOf('#EXT-X-MAP')).toBeLessThan(text.indexOf('#EXT-X-KEY'))
      const asset = assets.get('film')
      const described = [...(asset?.video ?? []), ...(asset?.audio ?? [])].find(
        (one) => one.rendition === rendition,
      )
      const whole = files.get(`film/${rendition}.mp4`) ?? Buffer.alloc(0)
      expect(await bytesOf(`${folder()}/${segments[0]?.map?.uri}`)).toEqual(whole.subarray(0, 600))
      const keyResponse = await get(`${folder()}/${segments[0]?.key?.uri}`)
      expect(keyResponse.headers.get('cache-control')).toBe('no-store')
      const key = Buffer.from(await keyResponse.arrayBuffer())
      expect(key).toHaveLength(16)
      expect(segments).toHaveLength(3)
      for (const [number, { uri }] of segments.entries()) {
        const bytes = await bytesOf(`${folder()}/${uri}`)
        const { offset, size } = described?.segments[number] ?? { offset: 0, size: 0 }
        const plain = whole.subarray(offset, offset + size)
        expect(bytes.includes(plain.subarray(0, 16))).toBe(false)
        const vector = Buffer.alloc(16)
        vector.writeUInt32BE(number, 12)
        const decipher = createDecipheriv('aes-128-cbc', key, vector)
        expect(Buffer.concat([decipher.update(bytes), decipher.final()])).toEqual(plain)
      }
    },
  )

  it('[PLAYER-07] does not send its key without a ticket for it', async () => {
    const { segments } = await playlist('v360')
    const key = segments[0]?.key?.uri ?? ''
    const at = (ticket: string) => statusOf(`${sealed}/p/${ticket}/film/film/${key}`)
    expect(await at(ticketFor(filmScope('film')))).toBe(200)
    expect(await at('none')).toBe(403)
    expect(await at(ticketFor(filmScope('trailer')))).toBe(403)
    expect(await at(ticketFor(liveScope('7')))).toBe(403)
    expect(await at(ticketFor(filmScope('film'), 'a secret of somebody else'))).toBe(403)
    const late = issueTicket(secret, { scope: filmScope('film'), sessionId: 's', expiresAtMs: nowMs - 1000 })
    expect(await at(late)).toBe(403)
    // Another track's name, and an unknown key mark.
    expect(await statusOf(`${folder()}/${key.replace('v360/', 'a0-ru/')}`)).toBe(404)
    expect(await statusOf(`${folder()}/v360/00000000.key`)).toBe(404)
  })

  it('[PLAYER-07] serves video and audio only encrypted, but subtitles as before', async () => {
    for (const rest of ['v360.mp4', 'a0-ru.mp4', 'manifest.mpd', 'v360/0-00000000.m4s', 'v720/init.mp4'])
      expect(await statusOf(`${folder()}/${rest}`), rest).toBe(404)
    const { segments } = await playlist('v360')
    expect(await statusOf(`${folder()}/${segments[2]?.uri.replace('/2-', '/3-')}`)).toBe(404)
    expect(await statusOf(`${folder()}/s0-ru.vtt`)).toBe(200)
    const plain = `${clear}/p/${ticketFor(filmScope('film'))}/film/film`
    expect(await statusOf(`${plain}/v360.mp4`)).toBe(200)
    expect(await statusOf(`${plain}/${segments[0]?.key?.uri}`)).toBe(404)
  })

  it('[PLAYER-07] stays playable for viewers who started before the secret was replaced', async () => {
    const { segments } = await playlist('v360')
    const base = await serve(true, ['the secret that follows it', secret, former])
    const at = `${base}/p/${ticketFor(filmScope('film'))}/film/film`
    const [key, segment] = [segments[0]?.key?.uri ?? '', segments[0]?.uri ?? '']
    expect(await bytesOf(`${at}/${key}`)).toEqual(await bytesOf(`${folder()}/${key}`))
    expect(await bytesOf(`${at}/${segment}`)).toEqual(await bytesOf(`${folder()}/${segment}`))
    const text = await (await get(`${at}/v360.m3u8`)).text()
    expect(text).toContain('#EXT-X-KEY')
    expect(text).not.toContain(key)
  })

  it('has a separate key for each track of each film', () => {
    const keys = new SegmentKeys([secret])
    const all = ['film', 'trailer'].flatMap((asset) =>
      ['v360', 'a0-ru'].map((rendition) =>
        keys.keyOf(asset, rendition, keys.markOf(asset, rendition))?.toString('hex'),
      ),
    )
    expect(new Set(all).size).toBe(4)
    const [first, second] = [0, 1].map((number) =>
      createHash('sha256')
        .update(sealSegment(Buffer.alloc(64), Buffer.alloc(16, 1), number))
        .digest('hex'),
    )
    expect(first).not.toBe(second)
  })
})

describe('a downloaded film', () => {
  const at = (base: string, holder: string, ticket = ticketFor(downloadScope('film', holder))) =>
    `${base}/p/${ticket}/download/film/${holder}`
  const listed = async (folder: string, rendition: string) => {
    const text = await (await get(`${folder}/${rendition}.m3u8`)).text()
    expect(faultsOf(text)).toEqual([])
    return parseMediaPlaylist(text)?.segments ?? []
  }
  const opened = async (folder: string, segment: { uri: string; key?: { uri: string } | undefined }) => {
    const decipher = createDecipheriv(
      'aes-128-cbc',
      await bytesOf(`${folder}/${segment.key?.uri}`),
      Buffer.alloc(16),
    )
    return Buffer.concat([decipher.update(await bytesOf(`${folder}/${segment.uri}`)), decipher.final()])
  }

  it.each([
    ['v360', 'film/v360.mp4', 4001],
    ['a0-ru', 'film/a0-ru.mp4', 320],
    ['s0-ru', undefined, 7],
  ] as const)(
    '[PLAYER-07] is encrypted for its device only, including %s, however films are streamed',
    async (rendition, file, size) => {
      const plain = file === undefined ? Buffer.from('WEBVTT\n') : (files.get(file) ?? Buffer.alloc(0))
      const start = file === undefined ? 0 : 900
      const bytes: Buffer[] = []
      for (const [base, holder] of [
        [clear, '4'],
        [sealed, '4'],
        [clear, '5'],
      ] as const) {
        const folder = at(base, holder)
        const [first] = await listed(folder, rendition)
        if (first === undefined) throw new Error('an empty playlist')
        expect(await opened(folder, first)).toEqual(plain.subarray(start, start + size))
        bytes.push(await bytesOf(`${folder}/${first.uri}`))
      }
      expect(bytes[0]).toEqual(bytes[1])
      expect(bytes[0]).not.toEqual(bytes[2])
    },
  )

  it('[PLAYER-07] is served only encrypted, and only with its own ticket', async () => {
    for (const rest of ['v360.mp4', 'a0-ru.mp4', 's0-ru.vtt', 'manifest.mpd'])
      expect(await statusOf(`${at(clear, '4')}/${rest}`), rest).toBe(404)
    const [segment] = await listed(at(clear, '4'), 'v360')
    const late = issueTicket(secret, {
      scope: downloadScope('film', '4'),
      sessionId: 's',
      expiresAtMs: nowMs - 1000,
    })
    const refused = {
      none: 'none',
      'of the stream': ticketFor(filmScope('film')),
      'of another device': ticketFor(downloadScope('film', '5')),
      'of another film': ticketFor(downloadScope('trailer', '4')),
      forged: ticketFor(downloadScope('film', '4'), 'a secret of somebody else'),
      expired: late,
    }
    for (const rest of [
      'master.m3u8',
      'v360.m3u8',
      's0-ru.m3u8',
      segment?.uri,
      segment?.key?.uri,
      segment?.map?.uri,
    ]) {
      expect(await statusOf(`${at(clear, '4')}/${rest}`), rest).toBe(200)
      for (const [whose, ticket] of Object.entries(refused))
        expect(await statusOf(`${at(clear, '4', ticket)}/${rest}`), `${rest} with ${whose}`).toBe(403)
    }
    // The key of the stream for the same track is not the key of the download.
    expect(await statusOf(`${sealed}/p/${ticketFor(filmScope('film'))}/film/film/${segment?.key?.uri}`)).toBe(
      404,
    )
  })
})
