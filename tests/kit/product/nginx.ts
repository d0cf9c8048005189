/** A real nginx on free ports of this machine, with the configuration that `deploy/edge/write-edge.ts` writes. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { connect } from 'node:net'
import type { EdgeOptions, TicketCheck } from '#deploy/edge/edge-options.ts'
import { renderEdge } from '#deploy/edge/render-edge.ts'
import { freePort } from './product.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'

const needed = ['nginx', 'openssl'] as const
const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

function find(program: string): string | undefined {
  return places.map((dir) => join(dir, program)).find((path) => existsSync(path))
}

/** What must be installed for an edge test here, as text; undefined when all of it exists. */
export function missingForEdge(): string | undefined {
  const missing: string[] = needed.filter((program) => find(program) === undefined)
  if (!existsSync(scriptModule)) missing.push("nginx's module for JavaScript")
  if (missing.length === 0) return undefined
  return `${missing.join(' and ')} not found. On Debian: ${installation}`
}

const installation = 'apt-get install --no-install-recommends nginx-light libnginx-mod-http-js openssl'
const scriptModule = '/usr/lib/nginx/modules/ngx_http_js_module.so'

export interface Edge {
  /** Requests a path by HTTPS exactly as it is written. */
  ask(path: string, headers?: Readonly<Record<string, string>>): Promise<EdgeAnswer>
  /** Requests a path by HTTP. */
  askPlain(path: string): Promise<Response>
  /** What nginx has logged: requests and errors. */
  log(): string
  /** With the addresses it listens on, and its folders. */
  readonly options: EdgeOptions
  /** Of the main process; its children handle requests. */
  readonly pid: number
  stop(): Promise<void>
}

export interface EdgeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
  /** The edge's cache status: `HIT`, `MISS` …; undefined where it caches nothing. */
  readonly cacheStatus: string | undefined
}

/** What a test's edge differs in. */
export interface EdgeShape {
  readonly check?: TicketCheck
  /** `host:port` of the servers behind; the product when left out. */
  readonly media?: readonly string[]
  /** It passes on media alone. */
  readonly isMediaOnly?: boolean
  /** Addresses of edges that request this one. */
  readonly shields?: readonly string[]
  /** The servers behind are requested by TLS, and this certificate is accepted. */
  readonly originCertificate?: string
  /** Changes the main file before nginx reads it. */
  readonly alter?: (text: string, dir: string) => string
}

/** Starts nginx before the product at `originUrl`. */
export async function startEdge(originUrl: string, shape: EdgeShape = {}): Promise<Edge> {
  const nginx = find('nginx')
  if (nginx === undefined) throw new Error(missingForEdge())
  const dir = mkdtempSync(join(tmpdir(), 'ekran-edge-'))
  const ports = { https: await freePort(), http: await freePort() }
  // The workers run as another user.
  chmodSync(dir, 0o755)
  for (const folder of ['cache', 'body', 'log', 'acme']) mkdirSync(join(dir, folder))
  makeCertificate(dir)
  const options = edgeOptions(dir, ports, new URL(originUrl).host, shape)
  for (const { name, text } of renderEdge(options, readFileSync('deploy/edge/ticket.js', 'utf8')))
    writeFileSync(join(dir, name), name === 'ekran.conf' ? (shape.alter?.(text, dir) ?? text) : text)
  writeFileSync(join(dir, 'nginx.conf'), around(dir))
  const args = ['-p', dir, '-c', join(dir, 'nginx.conf'), '-e', join(dir, 'log', 'error.log')]
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
      return canConnect(ports.https)
    }, 20_000)
  } catch (error) {
    const said = readFileSync(join(dir, 'log', 'error.log'), 'utf8')
    await stop()
    throw new Error(`${error instanceof Error ? error.message : error}\n${said}`)
  }
  const log = () =>
    readdirSync(join(dir, 'log'))
      .map((name) => readFileSync(join(dir, 'log', name), 'utf8'))
      .join('')
  return {
    ask: (path, headers) => ask(ports.https, path, headers),
    askPlain: async (path) => fetch(`http://127.0.0.1:${ports.http}${path}`, { redirect: 'manual' }),
    log,
    options,
    pid: child.pid ?? 0,
    stop,
  }
}

function edgeOptions(
  dir: string,
  ports: { readonly https: number; readonly http: number },
  origin: string,
  {
    check = { kind: 'origin' },
    media = [origin],
    isMediaOnly = false,
    shields = [],
    originCertificate,
  }: EdgeShape,
): EdgeOptions {
  const server = (address: string) => ({ address, weight: 1 })
  return {
    names: ['localhost'],
    origins: [server(origin)],
    consoles: [server(origin)],
    media: media.map(server),
    originTls:
      originCertificate === undefined ? undefined : { name: 'localhost', authorities: originCertificate },
    ...{ isMediaOnly, shields, check, verdictSec: 10, cacheGb: 5, filmShare: 0.6 },
    certificate: join(dir, 'ekran.pem'),
    key: join(dir, 'ekran.key'),
    listen: { https: `127.0.0.1:${ports.https}`, http: `127.0.0.1:${ports.http}` },
    folders: { config: dir, cache: join(dir, 'cache'), log: join(dir, 'log'), acme: join(dir, 'acme') },
  }
}

function makeCertificate(dir: string): void {
  const [key, certificate] = [join(dir, 'ekran.key'), join(dir, 'ekran.pem')]
  const to = ['-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=localhost']
  const form = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync(find('openssl') ?? 'openssl', ['req', ...form, ...to], { stdio: 'ignore' })
}

/** The surrounding configuration in a distribution's own nginx.conf. */
function around(dir: string) {
  return `daemon off;
load_module ${scriptModule};
${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes 2;
pid ${dir}/nginx.pid;
events { worker_connections 512; }
http {
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
