/** The process as a whole: its start, its rejected starts, its ends. Real processes, real signals, a real database. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { processes } from '#tests/kit/product/processes.ts'

const folders: string[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  for (const folder of folders.splice(0)) {
    await untilGone(folder)
    rmSync(folder, { recursive: true, force: true })
  }
})

interface Running {
  readonly child: ChildProcess
  output(): string
  ended(): Promise<number | null>
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ekran-main-'))
  folders.push(folder)
  return folder
}

/** The folder as the first start and a stop left it, with its prepared database; copied, never started itself. */
let prepared: string | undefined
afterAll(() => {
  if (prepared !== undefined) rmSync(prepared, { recursive: true, force: true })
})

/** A folder that was used before: a start on it prepares no database. */
async function usedFolder(): Promise<string> {
  if (prepared === undefined) {
    const first = dataFolder()
    const running = start(first)
    await readyAddress(running)
    running.child.kill('SIGTERM')
    expect(await running.ended()).toBe(0)
    setAside(first)
  }
  const folder = dataFolder()
  cpSync(prepared ?? '', folder, { recursive: true })
  // The server starts in no folder that others may read.
  chmodSync(join(folder, 'pg'), 0o700)
  return folder
}

function setAside(folder: string): void {
  prepared = mkdtempSync(join(tmpdir(), 'ekran-prepared-'))
  cpSync(folder, prepared, { recursive: true })
}

/** Starts the process without the site and the engine, which are tested elsewhere: this tests the process itself. */
function start(dataDir: string, env: Record<string, string> = {}, args = ['--only', 'jobs']): Running {
  const child = spawn(process.execPath, ['server/main.ts', ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      EKRAN_HOST: '127.0.0.1',
      EKRAN_PORT: '0',
      EKRAN_DATA: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const exited = once(child, 'close').then(() => child.exitCode)
  return { child, output: () => output, ended: () => exited }
}

async function readyAddress(running: Running): Promise<string> {
  await until(() => running.output().includes('Ekran is ready') || running.child.exitCode !== null)
  const port = /^Ekran is ready: http:\/\/localhost:(\d+)$/m.exec(running.output())?.[1]
  if (port === undefined) throw new Error(running.output())
  return `http://127.0.0.1:${port}`
}

/** Looks through all processes of the machine, which takes some of its time. */
function untilGone(folder: string, limitMs?: number): Promise<void> {
  return until(() => processesOn(folder).length === 0, limitMs, 100)
}

async function until(isSo: () => boolean, limitMs = 60_000, everyMs = 20): Promise<void> {
  const giveUpAtMs = Date.now() + limitMs
  while (!isSo()) {
    if (Date.now() > giveUpAtMs) throw new Error(`the condition was not met within ${limitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

function processesOn(folder: string): string[] {
  return processes()
    .map(({ pid, command }) => `${pid} ${command}`)
    .filter((line) => line.includes(folder))
}

/** The permissions of everything in a folder except the database's, and of the folder itself. */
function modesIn(folder: string): Map<string, string> {
  const paths = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  const own = paths.filter((path) => path !== 'pg' && !path.startsWith('pg/'))
  return new Map(own.map((path) => [path, (statSync(join(folder, path)).mode & 0o777).toString(8)]))
}

describe('the process', () => {
  it('[OPS-03] restricts its files to its own user, or lets the group read when configured', async () => {
    for (const [umask, folder] of [
      ['', '700'],
      ['027', '750'],
    ] as const) {
      const dir = join(dataFolder(), 'data')
      const running = start(dir, { EKRAN_UMASK: umask })
      await readyAddress(running)
      const modes = modesIn(dir)
      expect(modes.get('')).toBe(folder)
      expect(modes.get('secrets.json')).toBe('600')
      const others = umask === '' ? /^[0-7]00$/ : /^[0-7][0-7]0$/
      expect([...modes].filter(([, mode]) => !others.test(mode))).toEqual([])
      running.child.kill('SIGTERM')
      expect(await running.ended()).toBe(0)
    }
  })

  it('gives a database that runs as another user access to its folder, and to nothing else', async () => {
    const dir = join(dataFolder(), 'data')
    chmodSync(join(dir, '..'), 0o755)
    // Without these programs root can only become a user that has no right to root's files.
    const running = start(dir, { PATH: '' })
    await readyAddress(running)
    const isRoot = process.getuid?.() === 0
    expect(modesIn(dir).get('')).toBe(isRoot ? '711' : '700')
    expect(statSync(join(dir, 'pg')).uid).toBe(isRoot ? 65_534 : process.getuid?.())
    running.child.kill('SIGTERM')
    expect(await running.ended()).toBe(0)
  })

  it('[OPS-03] starts, becomes ready, and stops on SIGTERM with all its child processes', async () => {
    const folder = dataFolder()
    const running = start(folder)
    const address = await readyAddress(running)
    const response = await fetch(`${address}/readyz`)
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { ready: true, parts: { database: { state: 'ready' }, 'network prefixes': { state: 'ready' } } },
    ])
    expect(processesOn(folder)).not.toEqual([])
    running.child.kill('SIGTERM')
    expect(await running.ended()).toBe(0)
    expect(processesOn(folder)).toEqual([])
    setAside(folder)
  })

  it('leaves no orphan process when it is killed, and the next start recovers, also at once', async () => {
    const folder = await usedFolder()
    for (let round = 1; round <= 3; round += 1) {
      const running = start(folder)
      await readyAddress(running)
      running.child.kill('SIGKILL')
      await running.ended()
    }
    await untilGone(folder, 5000)
    const recovered = start(folder)
    await readyAddress(recovered)
    recovered.child.kill('SIGINT')
    expect(await recovered.ended()).toBe(0)
  })

  it('recovers when its database was killed too and its pid now belongs to another program', async () => {
    const folder = await usedFolder()
    const running = start(folder)
    await readyAddress(running)
    const postmaster = Number.parseInt(processesOn(join(folder, 'pg'))[0] ?? '', 10)
    expect(postmaster).toBeGreaterThan(1)
    running.child.kill('SIGSTOP')
    process.kill(postmaster, 'SIGKILL')
    running.child.kill('SIGKILL')
    await running.ended()
    // After a reboot the pid in the file may belong to any process: here it is this test's own.
    const pidFile = join(folder, 'pg', 'postmaster.pid')
    const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n')
    writeFileSync(pidFile, [process.pid, ...rest].join('\n'))
    const recovered = start(folder)
    await readyAddress(recovered)
    recovered.child.kill('SIGTERM')
    expect(await recovered.ended()).toBe(0)
  })

  it('stops with 1 when the database ends by itself', async () => {
    const folder = await usedFolder()
    const running = start(folder)
    await readyAddress(running)
    process.kill(Number.parseInt(processesOn(join(folder, 'pg'))[0] ?? '', 10), 'SIGINT')
    expect(await running.ended()).toBe(1)
    expect(running.output()).toContain('the database server ended')
  })

  it('rejects a second start on the same data folder with a message that says what to do', async () => {
    const folder = await usedFolder()
    await readyAddress(start(folder))
    const second = start(folder)
    expect(await second.ended()).toBe(1)
    expect(second.output()).toBe(
      `Ekran was not started.\n  The data folder ${folder} is in use by another running Ekran. Stop that one first, ` +
        'or give this one a folder and a port of its own: EKRAN_DATA=./data2 EKRAN_PORT=8081 npm start\n',
    )
  })

  it('rejects a port in use before it does anything else', async () => {
    const folder = dataFolder()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const running = start(folder, { EKRAN_PORT: String(port) })
    expect(await running.ended()).toBe(1)
    other.close()
    expect(running.output()).toBe(
      `Ekran was not started.\n  Port ${port} is taken by another program. Stop it, or choose another port: ` +
        `EKRAN_PORT=${port + 1} npm start\n`,
    )
  })

  it('reports all invalid settings and arguments at once', async () => {
    const running = start(dataFolder(), { EKRAN_PORT: '80a', EKRAN_DMEO: 'off' }, ['--only', 'everything'])
    expect(await running.ended()).toBe(1)
    expect(running.output()).toContain('--only takes api, media, jobs, not "everything"')
    expect(running.output()).toContain('EKRAN_PORT: "80a" is not accepted. Give a port from 0 to 65535')
    expect(running.output()).toContain('EKRAN_DMEO is not a setting. Did you mean EKRAN_DEMO?')
  })
})
