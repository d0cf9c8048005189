/** A real nginx on free ports of this machine, with the configuration from the edge guide. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { connect } from 'node:net'
import { freePort } from './product.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'

const needed = ['nginx', 'openssl'] as const
const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

function find(program: string): string | undefined {
  return places.map((dir) => join(dir, program)).find((path) => existsSync(path))
}

/** What must be installed for an edge test here, as text; undefined when all of it exists. */
export function missingForEdge(): string | undefined {
  const missing = needed.filter((program) => find(program) === undefined)
  if (missing.length === 0) return undefined
  return `${missing.join(' and ')} not found. On Debian: apt-get install --no-install-recommends nginx-light openssl`
}

export interface Edge {
  /** Requests a path by HTTPS exactly as it is written. */
  ask(path: string, headers?: Readonly<Record<string, string>>): Promise<EdgeAnswer>
  /** What nginx has logged: requests and errors. */
  log(): string
  stop(): Promise<void>
}

export interface EdgeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
  /** The edge's cache status: `HIT`, `MISS` …; undefined where it caches nothing. */
  readonly cacheStatus: string | undefined
}

/** Starts nginx before the product at `originUrl`, with `deploy/edge/ekran.conf` and other ports and folders in it. */
export async function startEdge(originUrl: string): Promise<Edge> {
  const nginx = find('nginx')
  if (nginx === undefined) throw new Error(missingForEdge())
  const dir = mkdtempSync(join(tmpdir(), 'ekran-edge-'))
  const [securePort, plainPort] = [await freePort(), await freePort()]
  // The workers run as another user.
  chmodSync(dir, 0o755)
  for (const folder of ['cache', 'body', 'logs']) mkdirSync(join(dir, folder))
  makeCertificate(dir)
  writeFileSync(join(dir, 'ekran.conf'), configuration(dir, { originUrl, securePort, plainPort }))
  writeFileSync(join(dir, 'nginx.conf'), around(dir))
  const args = ['-p', dir, '-c', join(dir, 'nginx.conf'), '-e', join(dir, 'logs', 'error.log')]
  const child = spawn(nginx, args, { stdio: 'ignore' })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const stop = async () => {
    process.off('exit', endWithUs)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    await waitFor(async () => {
      if (child.exitCode !== null) throw new Error('nginx ended')
      return canConnect(securePort)
    }, 20_000)
  } catch (error) {
    const said = readFileSync(join(dir, 'logs', 'error.log'), 'utf8')
    await stop()
    throw new Error(`${error instanceof Error ? error.message : error}\n${said}`)
  }
  const log = () =>
    ['access', 'error'].map((name) => readFileSync(join(dir, 'logs', `${name}.log`), 'utf8')).join('')
  return { ask: (path, headers) => ask(securePort, path, headers), log, stop }
}

function makeCertificate(dir: string): void {
  const [key, certificate] = [join(dir, 'ekran.key'), join(dir, 'ekran.pem')]
  const to = ['-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=localhost']
  const form = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync(find('openssl') ?? 'openssl', ['req', ...form, ...to], { stdio: 'ignore' })
}

function configuration(
  dir: string,
  at: { readonly originUrl: string; readonly securePort: number; readonly plainPort: number },
): string {
  const replacements = [
    ['listen 80;', `listen 127.0.0.1:${at.plainPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${at.securePort} ssl http2;`],
    ['server 127.0.0.1:8080;', `server ${new URL(at.originUrl).host};`],
    ['/etc/ssl/certs/', `${dir}/`],
    ['/etc/ssl/private/', `${dir}/`],
    ['/var/cache/ekran/media', `${dir}/cache/media`],
    ['/var/cache/ekran/tickets', `${dir}/cache/tickets`],
  ] as const
  let text = readFileSync('deploy/edge/ekran.conf', 'utf8')
  for (const [written, here] of replacements) {
    if (text.split(written).length !== 2) throw new Error(`the configuration does not say "${written}" once`)
    text = text.replace(written, here)
  }
  return text
}

/** The surrounding configuration in a distribution's own nginx.conf. */
function around(dir: string) {
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes 2;
pid ${dir}/nginx.pid;
events { worker_connections 512; }
http {
  access_log ${dir}/logs/access.log;
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/cache/temporary;
  fastcgi_temp_path ${dir}/cache/fastcgi;
  uwsgi_temp_path ${dir}/cache/uwsgi;
  scgi_temp_path ${dir}/cache/scgi;
  default_type application/octet-stream;
  include ${dir}/ekran.conf;
}
`
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

function ask(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EdgeAnswer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers, agent: false, timeout: 30_000 }
    // Its certificate is self-signed.
    const clientRequest = request({ ...options, rejectUnauthorized: false }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => {
        const stored = response.headers['x-cache']
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(pieces),
          cacheStatus: typeof stored === 'string' ? stored : undefined,
        })
      })
    })
    clientRequest.on('timeout', () => clientRequest.destroy(new Error(`no answer to ${path}`)))
    clientRequest.on('error', reject)
    clientRequest.end()
  })
}
