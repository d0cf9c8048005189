import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { type Broadcast, startBroadcast } from '#tests/kit/media/broadcast.ts'
import { audioArgs, made, videoArgs } from '#tests/kit/media/transport-streams.ts'
import { ReservedPorts } from './reserved-ports.ts'
import { SourcePreviews } from './source-previews.ts'

const { ffmpegPath } = findMediaBinaries({})
const { signal } = new AbortController()
const dir = mkdtempSync(join(tmpdir(), 'preview-'))
const seconds = 20
let tv: Broadcast
let radio: Broadcast
let shiftMs = 0
const previews = new SourcePreviews({ ffmpegPath, clock: () => Date.now() + shiftMs })

beforeAll(async () => {
  const [path, radioPath] = [join(dir, 'tv.ts'), join(dir, 'radio.ts')]
  writeFileSync(path, await made(`${videoArgs} ${audioArgs}`, seconds, 'size=320x180:rate=25'))
  writeFileSync(radioPath, await made(`-map 1:a ${audioArgs}`, seconds))
  tv = await startBroadcast(path, seconds)
  radio = await startBroadcast(radioPath, seconds)
}, 60_000)
afterAll(async () => {
  await previews.close()
  tv.close()
  radio.close()
  rmSync(dir, { recursive: true, force: true })
})

function open(owner: string, key: string, url: string) {
  return previews.open({ owner, key, source: { kind: 'http-ts', url } }, signal)
}

async function opened(owner: string, key: string, url: string) {
  const outcome = await open(owner, key, url)
  if (outcome.kind !== 'playing') throw new Error(JSON.stringify(outcome))
  return outcome
}

function text(owner: string, id: string, name: string) {
  return previews.read(owner, id, name)?.bytes.toString('utf8')
}

/** Whether a program could receive at the port now. */
async function isFree(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  const outcome = await new Promise<boolean>((resolve) => {
    socket.once('error', () => resolve(false))
    socket.bind(port, '127.0.0.1', () => resolve(true))
  })
  if (outcome) socket.close()
  return outcome
}

describe('[CHAN-04] a preview of a source', { timeout: 120_000 }, () => {
  it('is a live playlist that advances, for its owner only, and ends when nobody watches', async () => {
    const { id } = await opened('a', 'tv', tv.url)
    expect(text('a', id, 'master.m3u8')).toMatch(/CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"\nlive\.m3u8/)
    const first = /(\d+)\.m4s/.exec(text('a', id, 'live.m3u8') ?? '')?.[1] ?? '0'
    expect(previews.read('a', id, `${first}.m4s`)?.bytes.toString('latin1', 4, 8)).toBe('moof')
    await expect
      .poll(() => text('a', id, 'live.m3u8'), { timeout: 30_000 })
      .toContain(`\n${Number(first) + 2}.m4s`)
    expect(previews.read('b', id, 'master.m3u8')).toBeUndefined()
    expect(previews.read('a', id, '../init.mp4')).toBeUndefined()
    // The same owner gets the same one.
    expect(await opened('a', 'tv', tv.url)).toMatchObject({ id })
    shiftMs += 15_000
    await expect.poll(() => tv.connections(), { timeout: 20_000 }).toBe(0)
    await expect.poll(() => previews.read('a', id, 'master.m3u8')).toBeUndefined()
  })

  it('plays a radio channel', async () => {
    const { id } = await opened('a', 'radio', radio.url)
    expect(text('a', id, 'master.m3u8')).toContain('CODECS="mp4a.40.2"')
    expect(text('a', id, 'live.m3u8')).toContain('#EXT-X-TARGETDURATION:4')
    shiftMs += 15_000
    await expect.poll(() => radio.connections(), { timeout: 20_000 }).toBe(0)
  })

  it('replaces the one that its owner requested least recently, and is refused when others have all', async () => {
    let nowMs = 0
    const few = new SourcePreviews({ ffmpegPath, clock: () => nowMs, maxOfAll: 3 })
    const idOf = async (owner: string, key: string) => {
      const outcome = await few.open({ owner, key, source: { kind: 'http-ts', url: tv.url } }, signal)
      return outcome.kind === 'playing' ? outcome.id : JSON.stringify(outcome)
    }
    const first = await idOf('a', '1')
    const second = await idOf('a', '2')
    nowMs += 1
    expect(few.read('a', first, 'master.m3u8')).toBeDefined()
    const third = await idOf('a', '3')
    expect(few.read('a', second, 'master.m3u8')).toBeUndefined()
    expect(few.read('a', first, 'master.m3u8')).toBeDefined()
    await idOf('b', '1')
    expect(await idOf('c', '1')).toBe('{"kind":"full","limit":3}')
    // However it is watched, it ends after ten minutes.
    nowMs += 600_000
    await expect.poll(() => few.read('a', third, 'live.m3u8'), { timeout: 20_000 }).toBeUndefined()
    await few.close()
    await expect.poll(() => tv.connections(), { timeout: 20_000 }).toBe(0)
  })

  it('starts anew when the same one is just being stopped, and not for a request that is gone', async () => {
    const first = await opened('e', '1', tv.url)
    const [other] = await Promise.all([open('e', '2', tv.url), open('e', '3', tv.url)])
    expect(other).toMatchObject({ kind: 'playing' })
    const second = await opened('e', '1', tv.url)
    expect(second.id).not.toBe(first.id)
    expect(text('e', second.id, 'master.m3u8')).toBeDefined()
    const gone = new AbortController()
    const source = { kind: 'udp', url: 'udp://127.0.0.1:18776' } as const
    const waiting = previews.open({ owner: 'f', key: '1', source }, gone.signal)
    gone.abort()
    expect(await waiting).toEqual({ kind: 'failed', words: 'it does not answer' })
    shiftMs += 600_000
    await expect.poll(() => tv.connections(), { timeout: 20_000 }).toBe(0)
  })

  it('leaves a port to the recorder that needs it', async () => {
    const ports = new ReservedPorts()
    const own = new SourcePreviews({
      ffmpegPath,
      clock: Date.now,
      receiverOf: (source) => ports.receiverOf(source),
    })
    const source = { kind: 'udp', url: 'udp://127.0.0.1:18777' } as const
    const opening = own.open({ owner: 'a', key: '1', source }, signal)
    await expect.poll(() => isFree(18_777), { timeout: 20_000 }).toBe(false)
    ports.set([{ id: '7', sources: [source] }])
    await own.stopReserved()
    expect(await isFree(18_777)).toBe(true)
    expect(await opening).toMatchObject({ kind: 'failed' })
    expect(await own.open({ owner: 'a', key: '1', source }, signal)).toEqual({
      kind: 'reserved',
      channelId: '7',
    })
    ports.set([])
    await own.close()
    expect(await own.open({ owner: 'a', key: '1', source }, signal)).toMatchObject({ kind: 'failed' })
    expect(await isFree(18_777)).toBe(true)
  })

  it('says why nothing comes, without the address', async () => {
    tv.refuse(true)
    const refused = await open('d', '1', `${tv.url}?token=secret`)
    tv.refuse(false)
    expect(refused).toMatchObject({ kind: 'failed' })
    expect(JSON.stringify(refused)).not.toContain('secret')
    // A public address cannot lead to one of this machine.
    const hidden = await previews.open(
      { owner: 'd', key: '2', source: { kind: 'hls', url: 'http://localtest.invalid/a.m3u8' } },
      signal,
    )
    expect(hidden).toMatchObject({ kind: 'failed' })
  })
})
