import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { createEngine, findMediaBinaries, type ChannelConfig, type LiveSource } from './media.ts'

const binaries = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'reserved-port-'))
const log = { info: () => {}, warn: () => {}, error: () => {} }
const engine = createEngine({
  ...{
    storeDir: join(dir, 'store'),
    ...binaries,
    clock: Date.now,
    ticketSecrets: ['the secret of this engine'],
    log,
  },
})
const source: LiveSource = { kind: 'udp', url: 'udp://127.0.0.1:18774' }
const channel: ChannelConfig = { id: '7', kind: 'recorded', sources: [source], archiveMs: 86_400_000 }
const sending = new AbortController()
const sender = runFfmpeg({
  ffmpegPath: binaries.ffmpegPath,
  protocols: ['lavfi', 'udp'],
  args: [
    '-loglevel error -re -f lavfi -i testsrc=size=320x180:rate=25 -c:v libx264 -preset ultrafast'.split(' '),
    '-g 25 -pix_fmt yuv420p -f mpegts udp://127.0.0.1:18774?pkt_size=1316'.split(' '),
  ].flat(),
  signal: sending.signal,
})
afterAll(async () => {
  sending.abort()
  await Promise.all([engine.close(), sender.exit])
  rmSync(dir, { recursive: true, force: true })
})

function look(): ReturnType<typeof engine.previewSource> {
  return engine.previewSource({ owner: '1', key: '1', source }, new AbortController().signal)
}

describe('[CHAN-04] [TV-08] a port at which one program receives', () => {
  it('goes from a preview to the recorder of a channel that is turned on, and is refused for another look', async () => {
    expect(await look()).toMatchObject({ kind: 'playing' })
    await engine.setChannels([channel])
    expect(await look()).toEqual({ kind: 'reserved', channelId: '7' })
    await expect.poll(() => engine.channelStatus('7').lastSegmentAtMs, { timeout: 60_000 }).toBeGreaterThan(0)
    expect(engine.channelStatus('7')).toMatchObject({ state: 'recording' })
    await engine.setChannels([])
    expect(await look()).toMatchObject({ kind: 'playing' })
  }, 120_000)
})
