/**
 * Playlist responses that the origin gives per CPU second, against nginx with the same bytes in a file
 * (`EKRAN_BENCH_NGINX` names its program when it is not on the path), or a bare `node:http` server where there is none.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBareServer } from '#bench/kit/bare-server.ts'
import { cpuSecondsOf, load, type BenchResult } from '#bench/kit/measure.ts'

const times = { live: 12_000, archive: 3000 } as const
const server = join(import.meta.dirname, 'playlist-server.ts')
/** Ours gives at least 0.3 of nginx's responses: one may cost 1/0.3 of nginx's. */
const maxTimesNginx = 1 / 0.3

interface Serving {
  readonly pid: number
  readonly url: string
  stop(): unknown
}

export async function playlists(): Promise<BenchResult[]> {
  const child = spawn(process.execPath, [server], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const urls = JSON.parse(line.toString()) as Record<keyof typeof times, string>
    const results: BenchResult[] = []
    for (const kind of ['live', 'archive'] as const) {
      const bytes = Buffer.from(await (await fetch(urls[kind])).arrayBuffer())
      const ours = await costOf({ pid: child.pid ?? 0, url: urls[kind], stop: () => undefined }, times[kind])
      const nginx = await startNginx(bytes)
      const other = nginx ?? { ...(await startBareServer(bytes.length)) }
      try {
        results.push({
          name: `an answer with a ${kind} playlist of ${bytes.length} bytes, CPU, beside ${nginx === undefined ? 'a bare server: no nginx here' : 'nginx'}`,
          ours,
          baseline: await costOf(other, times[kind]),
          unit: 'µs',
          ...(nginx === undefined ? {} : { target: maxTimesNginx }),
        })
      } finally {
        await other.stop()
      }
    }
    return results
  } finally {
    child.kill()
  }
}

/** Microseconds of CPU time per response, after enough warm-up responses. */
async function costOf({ pid, url }: Serving, count: number): Promise<number> {
  await load(url, count >> 2, { connections: 16 })
  const before = cpuSecondsOf(pid)
  await load(url, count, { connections: 16 })
  return ((cpuSecondsOf(pid) - before) * 1_000_000) / count
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** One process without a master, so that its CPU time is complete. Undefined where there is no nginx. */
async function startNginx(bytes: Buffer): Promise<Serving | undefined> {
  const program = process.env['EKRAN_BENCH_NGINX'] ?? 'nginx'
  if (spawnSync(program, ['-v'], { stdio: 'ignore' }).status !== 0) return undefined
  const dir = mkdtempSync(join(tmpdir(), 'ekran-nginx-'))
  const port = await freePort()
  writeFileSync(join(dir, 'v.m3u8'), bytes)
  writeFileSync(
    join(dir, 'nginx.conf'),
    `daemon off; master_process off; pid ${dir}/pid; error_log ${dir}/error.log;
events { worker_connections 512; }
http { access_log off; sendfile on; keepalive_requests 1000000; types { application/vnd.apple.mpegurl m3u8; }
  client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy; fastcgi_temp_path ${dir}/fastcgi;
  uwsgi_temp_path ${dir}/uwsgi; scgi_temp_path ${dir}/scgi;
  server { listen 127.0.0.1:${port}; root ${dir}; } }
`,
  )
  const child = spawn(program, ['-p', dir, '-c', join(dir, 'nginx.conf')], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/v.m3u8`
  await answers(url, child)
  return {
    pid: child.pid ?? 0,
    url,
    stop: async () => {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) break
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new Error('nginx does not answer')
}

if (import.meta.main)
  for (const { name, ours, baseline, unit } of await playlists())
    console.log(
      `${name}: ${ours.toFixed(1)} against ${baseline.toFixed(1)} ${unit}, ${(baseline / ours).toFixed(2)} of its answers`,
    )
