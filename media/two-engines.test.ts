/** Two engines over one store: one records a channel, the other reads it, and they change places. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import {
  createEngine,
  findMediaBinaries,
  issueTicket,
  liveScope,
  type ChannelConfig,
  type Engine,
} from './media.ts'

const binaries = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'held-'))
const source = join(dir, 'source.mp4')
const secret = 'the secret of these two engines'
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const channel: ChannelConfig = {
  ...{ id: '7', kind: 'recorded', archiveMs: 86_400_000, lowLatency: true },
  sources: [{ kind: 'file-loop', url: source }],
}
/** Which of the two may write. */
let holder: 'first' | 'second' | 'nobody' = 'nobody'
const started: { engine: Engine; server: Server; base: string }[] = []

async function start(name: 'first' | 'second') {
  const engine = createEngine({
    ...{ storeDir: join(dir, 'store'), ...binaries, clock: Date.now, ticketSecrets: [secret], log },
    holding: {
      mayWrite: () => holder === name,
      hasFolder: () => name === 'first',
      isLeased: () => holder !== 'nobody',
    },
  })
  await engine.setChannels([channel])
  const server = createServer((request, response) => void engine.handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = { engine, server, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  started.push(at)
  return at
}

/** The media playlist of the video, as players get it; '' before there is one. */
async function playlist(base: string): Promise<string> {
  const claims = { scope: liveScope('7'), expiresAtMs: Date.now() + 600_000, sessionId: 'test' }
  const root = `${base}/p/${issueTicket(secret, claims)}/live/7`
  const master = await fetch(`${root}/master.m3u8`)
  const name = (await master.text()).split('\n').find((line) => /^[^#].*\.m3u8/.test(line))
  if (!master.ok || name === undefined) return ''
  const media = await fetch(`${root}/${name}`)
  return media.ok ? media.text() : ''
}

beforeAll(async () => {
  const made = runFfmpeg({
    ffmpegPath: binaries.ffmpegPath,
    protocols: ['file', 'lavfi', 'pipe'],
    args: [
      '-loglevel error -f lavfi -i testsrc=size=320x180:rate=25:duration=5'.split(' '),
      '-f lavfi -i sine=sample_rate=48000:duration=5 -c:v libx264 -preset ultrafast -g 50'.split(' '),
      ['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-y', source],
    ].flat(),
    timeoutMs: 60_000,
  })
  expect((await made.exit).lastLines).toEqual([])
})

afterAll(async () => {
  for (const { engine, server } of started) {
    await engine.close()
    server.close()
  }
  rmSync(dir, { recursive: true, force: true })
})

describe('[NODE-01] two engines over one store', () => {
  it('serve a channel that one of them records, parts only from that one, and change places', async () => {
    const [first, second] = [await start('first'), await start('second')]
    expect(first.engine.channelStatus('7').state).toBe('waiting')
    holder = 'first'
    await first.engine.holdChannels(new Set(['7']))
    await expect.poll(() => first.engine.channelStatus('7').state, { timeout: 60_000 }).toBe('recording')
    await expect.poll(() => playlist(first.base), { timeout: 60_000 }).toContain('#EXT-X-PART:')
    await expect.poll(() => playlist(second.base), { timeout: 60_000 }).toContain('#EXTINF')
    expect(await playlist(second.base)).not.toContain('PART')
    expect(second.engine.channelStatus('7')).toMatchObject({ state: 'waiting', restarts: 0 })

    await first.engine.holdChannels(new Set())
    holder = 'second'
    const movedMs = Date.now()
    await second.engine.holdChannels(new Set(['7']))
    await expect.poll(() => second.engine.channelStatus('7').state, { timeout: 60_000 }).toBe('recording')
    await expect.poll(() => playlist(second.base), { timeout: 60_000 }).toContain('#EXT-X-PART:')
    expect(await playlist(first.base)).not.toContain('PART')
    // The former one shows what the other records.
    await expect
      .poll(() => first.engine.hasRecording('7', movedMs + 2000, Date.now()), { timeout: 60_000 })
      .toBe(true)
  }, 200_000)

  it('write nothing once they may not, before anybody has told them to stop', async () => {
    const [, second] = started
    holder = 'nobody'
    const archive = new ChannelArchive({
      ...{ dir: join(dir, 'store', 'live', '7'), archiveMs: 86_400_000, clock: Date.now, role: 'reads' },
    })
    // What was being written at that moment is there now.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const endMs = archive.endMs()
    await new Promise((resolve) => setTimeout(resolve, 6000))
    expect(archive.endMs()).toBe(endMs)
    holder = 'second'
    await expect.poll(() => archive.endMs(), { timeout: 60_000 }).toBeGreaterThan(endMs ?? 0)
    expect(second?.engine.channelStatus('7').state).toBe('recording')
  }, 200_000)

  it('record the others while the folder of one cannot be used, and that one once it can', async () => {
    const [first] = started
    holder = 'first'
    const broken = join(dir, 'store', 'live', '8')
    writeFileSync(broken, 'no folder')
    await first?.engine.setChannels([{ ...channel, id: '8' }, channel])
    await first?.engine.holdChannels(new Set(['8', '7']))
    await expect.poll(() => first?.engine.channelStatus('7').state, { timeout: 60_000 }).toBe('recording')
    expect(first?.engine.channelStatus('8')).toMatchObject({
      state: 'waiting',
      words: expect.stringMatching(/ENOTDIR|EEXIST/),
    })
    rmSync(broken)
    await expect.poll(() => first?.engine.channelStatus('8').state, { timeout: 60_000 }).toBe('recording')
  }, 200_000)

  it('open no archive to write to it before they may', async () => {
    const [first] = started
    await first?.engine.setChannels([{ ...channel, id: '9' }])
    holder = 'nobody'
    await first?.engine.holdChannels(new Set(['9']))
    expect(first?.engine.channelStatus('9').state).not.toBe('recording')
    expect(existsSync(join(dir, 'store', 'live', '9'))).toBe(false)
    holder = 'first'
    await expect.poll(() => first?.engine.channelStatus('9').state, { timeout: 60_000 }).toBe('recording')
  }, 200_000)
})
