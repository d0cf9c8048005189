import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findMediaBinaries } from './binaries.ts'
import { probeSource } from '#media/ffmpeg/probe/probe.ts'
import { runFfmpeg } from './run.ts'
import { superviseFfmpeg } from './supervise.ts'

const { ffmpegPath, ffprobePath } = findMediaBinaries({})

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ffmpeg-'))
})
afterAll(async () => {
  await rm(dir, { recursive: true, force: true })
})

function source(seconds: number): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=25:d=${seconds}`]
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('running ffmpeg', () => {
  it('gives the program no setting, key or address of the database, and the rest of the environment', async () => {
    vi.stubEnv('EKRAN_KEY', 'a key')
    vi.stubEnv('DATABASE_URL', 'postgresql://user:password@db/ekran')
    vi.stubEnv('OF_THE_MACHINE', 'stays')
    const program = join(dir, 'print-environment')
    const names = 'EKRAN_KEY|DATABASE_URL|OF_THE_MACHINE'
    await writeFile(program, `#!/bin/sh\nenv | grep -E '^(${names})=' | cut -d= -f1 >&2\n`, { mode: 0o755 })
    const { lastLines } = await runFfmpeg({ ffmpegPath: program, args: [], timeoutMs: 30_000 }).exit
    vi.unstubAllEnvs()
    expect(lastLines).toEqual(['OF_THE_MACHINE'])
  })

  it('returns the bytes of each extra pipe', async () => {
    const fragmented = ['-c:v', 'libx264', '-f', 'mp4', '-movflags', 'frag_keyframe+empty_moov']
    const run = runFfmpeg({
      ffmpegPath,
      args: ['-v', 'error', ...source(1), ...fragmented, 'pipe:3', ...fragmented, 'pipe:4'],
      outputPipes: 2,
    })
    const read = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      return Buffer.concat(chunks)
    }
    const files = await Promise.all(run.outputs.map((stream) => read(stream)))
    expect(await run.exit).toMatchObject({ code: 0, signal: null })
    expect(files.map((bytes) => bytes.toString('latin1', 4, 8))).toEqual(['ftyp', 'ftyp'])
  })

  it('reports errors in its last lines, and a missing program', async () => {
    const wrong = await runFfmpeg({ ffmpegPath, args: ['-i', join(dir, 'nothing.mp4')] }).exit
    expect(wrong.code).not.toBe(0)
    expect(wrong.lastLines.join('\n')).toContain('No such file')
    const missing = await runFfmpeg({ ffmpegPath: join(dir, 'ffmpeg'), args: [] }).exit
    expect(missing.code).toBe(127)
    expect(() => findMediaBinaries({ ffmpegPath: join(dir, 'ffmpeg') })).toThrow(join(dir, 'ffmpeg'))
  })

  it('is ended by an abort or by its time limit, and reports which', async () => {
    const endless = ['-v', 'error', '-re', ...source(1000), '-f', 'null', '-']
    const controller = new AbortController()
    const aborted = runFfmpeg({ ffmpegPath, args: endless, signal: controller.signal })
    controller.abort()
    expect(await aborted.exit).toMatchObject({ code: null, signal: 'SIGKILL', endedBy: 'abort' })
    const limited = runFfmpeg({ ffmpegPath, args: endless, timeoutMs: 300 })
    expect(await limited.exit).toMatchObject({ code: null, endedBy: 'timeout' })
  })

  it('opens only allowed protocols', async () => {
    const exit = await runFfmpeg({
      ffmpegPath,
      args: ['-v', 'error', '-i', 'http://127.0.0.1:9/a.mp4', '-f', 'null', '-'],
    }).exit
    expect(exit.lastLines.join('\n')).toContain("not on whitelist 'file,pipe'")
  })

  it('is ended when it makes no progress', async () => {
    // One frame at once, the next in a thousand seconds.
    const still = ['-re', '-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=1/1000']
    const outcome = await superviseFfmpeg({ ffmpegPath, args: [...still, '-f', 'null', '-'], stallMs: 1500 })
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'stalled' })
  })

  it('waits longer for the first progress of a run that skips input, if configured', async () => {
    const slow = ['-re', '-f', 'lavfi', '-i', 'testsrc=s=64x36:r=10:d=7', '-vf', 'trim=start=6']
    const run = { ffmpegPath, args: [...slow, '-f', 'null', '-'], stallMs: 3000 }
    const [hasty, patient] = await Promise.all([
      superviseFfmpeg(run),
      superviseFfmpeg({ ...run, patienceMs: 20_000 }),
    ])
    expect(hasty).toMatchObject({ kind: 'failed', reason: 'stalled' })
    expect(patient).toMatchObject({ kind: 'done', frames: 10 })
  })
})

describe.skipIf(!existsSync('/usr/bin/setpriv'))('a parent that is killed', () => {
  it('ends ffmpeg too', async () => {
    const program = join(dir, 'parent.ts')
    await writeFile(
      program,
      `import { runFfmpeg } from ${JSON.stringify(join(import.meta.dirname, 'run.ts'))}
      const run = runFfmpeg({ ffmpegPath: ${JSON.stringify(ffmpegPath)}, args: ${JSON.stringify(['-v', 'error', '-re', ...source(1000), '-f', 'null', '-'])} })
      console.log(run.pid)
      await run.exit`,
    )
    const parent = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await parent.stdout.take(1).toArray()
    const pid = Number(String(line).trim())
    expect(isAlive(pid)).toBe(true)
    // The child becomes ffmpeg only a moment after its process id exists.
    await sleep(300)
    parent.kill('SIGKILL')
    for (let turn = 0; turn < 100 && isAlive(pid); turn += 1) await sleep(50)
    expect(isAlive(pid)).toBe(false)
  })
})

describe('probing', () => {
  it('reads sizes, rates, languages and rotation', async () => {
    const path = join(dir, 'turned.mp4')
    const made = await runFfmpeg({
      ffmpegPath,
      args: [
        '-v',
        'error',
        ...source(1),
        '-f',
        'lavfi',
        '-i',
        'sine=d=1',
        '-c:v',
        'libx264',
        '-c:a',
        'aac',
        '-metadata:s:a:0',
        'language=uzb',
        '-y',
        join(dir, 'plain.mp4'),
      ],
    }).exit
    expect(made.code).toBe(0)
    const turned = await runFfmpeg({
      ffmpegPath,
      args: [
        '-v',
        'error',
        '-display_rotation',
        '-90',
        '-i',
        join(dir, 'plain.mp4'),
        '-c',
        'copy',
        '-y',
        path,
      ],
    }).exit
    expect(turned.code).toBe(0)
    const outcome = await probeSource({ ffprobePath, path })
    expect(outcome).toMatchObject({
      kind: 'probed',
      probe: {
        video: [{ codec: 'h264', width: 160, height: 90, rotationDeg: 90, averageFrameRate: 25 }],
        audio: [{ codec: 'aac', channels: 1, language: 'uzb' }],
      },
    })
  })

  it('reads a transport stream that names its service', async () => {
    const path = join(dir, 'named.ts')
    const name = ['-metadata', 'service_name=Телеканал', '-metadata', 'service_provider=Ekran']
    const made = runFfmpeg({ ffmpegPath, args: ['-v', 'error', ...source(1), ...name, '-y', path] })
    expect((await made.exit).code).toBe(0)
    expect(await probeSource({ ffprobePath, path })).toMatchObject({
      kind: 'probed',
      probe: { format: 'mpegts' },
    })
  })
})
