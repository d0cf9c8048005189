import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { startRecorder } from '#media/recorder/recorder.ts'
import type { LiveSource } from '#media/recorder/ingest/live-source.ts'
import { SignalInspector } from '#media/recorder/health/signal-inspector.ts'
import { fileInput } from './allowed-input.ts'
import { findMediaBinaries } from './binaries.ts'
import { probeSource } from '#media/ffmpeg/probe/probe.ts'
import { runFfmpeg } from './run.ts'

const binaries = findMediaBinaries({})
const inspector = new SignalInspector({ ...binaries, log: () => {} })
let dir = ''

function path(name: string): string {
  return join(dir, name)
}

async function make(name: string, ...codecs: string[]): Promise<void> {
  const inputs = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=2', '-f', 'lavfi', '-i', 'sine=d=2']
  const args = ['-v', 'error', '-y', ...inputs, ...codecs, path(name)]
  const run = runFfmpeg({ ...binaries, args, protocols: ['file', 'lavfi'], timeoutMs: 60_000 })
  expect((await run.exit).lastLines).toEqual([])
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'allowed-'))
  await make('game.avi', '-c:v', 'cinepak', '-c:a', 'mp3')
  await make('sound.mkv', '-c:v', 'libx264', '-c:a', 'wavpack')
  await make('moving.gif')
  await make('swift.nut', '-c:v', 'libx264', '-c:a', 'aac')
  await make('old.avi', '-c:v', 'msmpeg4v2', '-c:a', 'ac3')
  await make('news.wmv')
  await make('disc.vob', '-c:v', 'mpeg2video', '-c:a', 'mp2')
  await make('web.webm', '-c:v', 'libvpx-vp9', '-c:a', 'libopus')
}, 90_000)
afterAll(async () => {
  inspector.close()
  await rm(dir, { recursive: true, force: true })
})

it.each([
  ['game.avi', 'unknown_picture', 'cinepak'],
  ['sound.mkv', 'unknown_picture', 'wavpack'],
  ['moving.gif', 'not_a_video', 'of the kind gif'],
  ['swift.nut', 'not_a_video', 'of the kind nut'],
])('rejects %s and says what it is and what to do', async (name, reason, words) => {
  const outcome = await probeSource({ ...binaries, path: path(name) })
  expect(outcome).toMatchObject({ kind: 'refused', reason })
  expect('words' in outcome && outcome.words).toContain(words)
  expect('words' in outcome && outcome.words).toContain('convert it to MP4 or MKV')
})

it.each(['old.avi', 'news.wmv', 'disc.vob', 'web.webm'])('reads and decodes %s', async (name) => {
  expect(await probeSource({ ...binaries, path: path(name) })).toMatchObject({ kind: 'probed' })
  const args = ['-v', 'error', ...fileInput(path(name)), '-f', 'null', '-']
  expect(await runFfmpeg({ ...binaries, args, timeoutMs: 60_000 }).exit).toMatchObject({
    code: 0,
    lastLines: [],
  })
})

async function wordsOf(name: string, source: LiveSource): Promise<string | undefined> {
  const archive = new ChannelArchive({ dir: path(name), archiveMs: 86_400_000, clock: Date.now })
  const recorder = startRecorder({
    ...{ sources: [source], archive, inspector, ...binaries, clock: Date.now, log: () => {} },
    watch: { isOff: true },
  })
  const end = performance.now() + 60_000
  const failed = () => recorder.status().events.find(({ kind }) => kind === 'died')
  while (failed() === undefined && performance.now() < end) await sleep(50)
  await recorder.close()
  await archive.close()
  return failed()?.words
}

it('rejects the same in live sources, with messages for channels', async () => {
  const loop = await wordsOf('loop', { kind: 'file-loop', url: path('game.avi') })
  expect(loop).toBe('it has a track in cinepak, which is not decoded here')
  const server = createServer((_, response) => void createReadStream(path('moving.gif')).pipe(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/live.m3u8`
  expect(await wordsOf('gif', { kind: 'hls', url })).toBe('it is of the kind gif, which is not read here')
  server.closeAllConnections()
  server.close()
}, 150_000)
