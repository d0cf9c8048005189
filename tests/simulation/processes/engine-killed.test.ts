/** The engine's process is killed while all of its work is running. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { processes, type ProcessSeen } from '#tests/kit/product/processes.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { archiveScope, createEngine, findMediaBinaries, issueTicket, type Engine } from '#media/media.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { freePort } from '#tests/kit/product/product.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-killed-'))
const binaries = findMediaBinaries({})
const secret = 'the secret of a second life'
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

/** All child processes of this one, with their command lines. */
function below(root: number): readonly ProcessSeen[] {
  const all = processes()
  const under = (parent: number): readonly ProcessSeen[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...under(one.pid)])
  return under(root)
}

/** Those of them that still run; a pid that belongs to another program by now does not count. */
function alive(seen: readonly ProcessSeen[]): readonly ProcessSeen[] {
  const now = new Set(processes().map(({ pid, command }) => `${pid} ${command}`))
  return seen.filter(({ pid, command }) => now.has(`${pid} ${command}`))
}

async function until(isSo: () => boolean | Promise<boolean>, limitMs: number): Promise<void> {
  const giveUpAtMs = Date.now() + limitMs
  while (!(await isSo())) {
    if (Date.now() > giveUpAtMs) throw new Error(`the condition was not met within ${limitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function makeSource(path: string): Promise<void> {
  const run = runFfmpeg({
    ffmpegPath: binaries.ffmpegPath,
    protocols: ['file', 'lavfi', 'pipe'],
    args: [
      '-loglevel error -f lavfi -i testsrc=size=640x360:rate=25:duration=12'.split(' '),
      '-f lavfi -i sine=sample_rate=48000:duration=12 -c:v libx264 -preset ultrafast -g 50'.split(' '),
      ['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-y', path],
    ].flat(),
    timeoutMs: 30_000,
  })
  expect((await run.exit).lastLines).toEqual([])
}

async function startBusyEngine(storeDir: string, source: string): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('../../kit/media/busy-engine.ts', import.meta.url))
  const ports = [String(await freePort()), String(await freePort())]
  const child = spawn(process.execPath, [program, storeDir, source, ...ports], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await until(() => said.includes('busy') || child.exitCode !== null, 60_000)
  expect(said).toContain('busy')
  return child
}

/** The addresses of a playlist without its gaps, whose tag is somewhere before their address. */
function recordedSegments(playlist: string): readonly string[] {
  const blocks = playlist.split(/(?<=\.m4s)\n/)
  return blocks
    .filter((block) => block.endsWith('.m4s') && !block.includes('#EXT-X-GAP'))
    .map((block) => block.slice(block.lastIndexOf('\n') + 1))
}

/** Every segment address recorded since, except gaps, responds; returns how many there were. */
async function playable(base: string, engine: Engine, channel: string, fromSec: number): Promise<number> {
  // A window that ends inside the recording is complete; one that ends beyond it still grows.
  let toSec = Math.ceil(Date.now() / 1000)
  while (toSec > fromSec && !engine.hasRecording(channel, toSec * 1000, Date.now())) toSec--
  const scope = archiveScope(channel, fromSec, toSec)
  const ticket = issueTicket(secret, { scope, sessionId: 's', expiresAtMs: Date.now() + 60_000 })
  const at = `${base}/p/${ticket}/archive/${channel}/${fromSec}-${toSec}`
  let result = 0
  for (const rendition of ['v', 'a0']) {
    const text = await (await fetch(`${at}/${rendition}.m3u8`)).text()
    for (const uri of recordedSegments(text)) {
      const answer = await fetch(`${at}/${uri}`)
      expect([uri, answer.status]).toEqual([uri, 200])
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100)
      result++
    }
  }
  return result
}

it('killed while it records, packages and runs a source beside it, it leaves no orphan process, and recovers', async () => {
  const [storeDir, source] = [join(dir, 'store'), join(dir, 'source.mp4')]
  const beganSec = Math.floor(Date.now() / 1000)
  await makeSource(source)
  const child = await startBusyEngine(storeDir, source)
  const running = below(child.pid ?? 0)
  expect(running.filter(({ command }) => command.includes('tv-source'))).not.toEqual([])
  // One recorder (the transport stream is recorded without one), the packager's encoder, two encoders of the source.
  expect(running.filter(({ command }) => command.includes('ffmpeg -')).length).toBeGreaterThanOrEqual(4)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await until(() => alive(running).length === 0, 5000)

  const engine = createEngine({
    storeDir,
    ...binaries,
    clock: Date.now,
    ticketSecrets: [secret],
    log: silentLog,
  })
  const server = createServer((request, response) => void engine.handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const killedSec = Math.ceil(Date.now() / 1000)
    const url = 'udp://127.0.0.1:1'
    const archiveMs = 3_600_000
    await engine.setChannels([
      { id: 'live', kind: 'recorded', sources: [{ kind: 'udp', url }], archiveMs },
      { id: 'loop', kind: 'recorded', sources: [{ kind: 'file-loop', url: source }], archiveMs },
    ])
    for (const channel of ['live', 'loop'])
      await until(async () => (await playable(base, engine, channel, beganSec)) > 1, 10_000)
    // The first segment of the new run may still be incomplete: wait until a whole one is listed.
    await until(async () => (await playable(base, engine, 'loop', killedSec)) > 0, 30_000)
    const again = await engine.packageAsset({ assetId: 'film', sourcePath: source, encoderEffort: 'fast' })
    expect(again.kind).toBe('packaged')
    expect(engine.describeAsset('film')?.complete).toBe(true)
  } finally {
    server.closeAllConnections()
    server.close()
    await engine.close()
  }
})
