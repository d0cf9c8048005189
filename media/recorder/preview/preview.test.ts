import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { type Broadcast, startBroadcast } from '#tests/kit/media/broadcast.ts'
import { audioArgs, made, videoArgs } from '#tests/kit/media/transport-streams.ts'
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

describe('[CHAN-04] a preview of a source', { timeout: 60_000 }, () => {
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

  it('is refused when too many run, and ends after ten minutes however it is watched', async () => {
    const ids = [
      await opened('a', '1', tv.url),
      await opened('a', '2', tv.url),
      await opened('b', '1', tv.url),
    ]
    expect(await open('a', '3', tv.url)).toEqual({ kind: 'full', of: 'owner', limit: 2 })
    await opened('b', '2', tv.url)
    expect(await open('c', '1', tv.url)).toEqual({ kind: 'full', of: 'all', limit: 4 })
    shiftMs += 600_000
    const [first] = ids
    await expect
      .poll(() => previews.read('a', first?.id ?? '', 'live.m3u8'), { timeout: 20_000 })
      .toBeUndefined()
    await expect.poll(() => tv.connections(), { timeout: 20_000 }).toBe(0)
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
