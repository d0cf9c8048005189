/** The nginx before the processes of the drill, and how a process is taken out of it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const path = places.map((dir) => join(dir, 'nginx')).find((file) => existsSync(file))

/** What is missing on this machine, with what to do; undefined when nothing is. */
export const missing =
  path === undefined
    ? 'nginx not found. On Debian: apt-get install --no-install-recommends nginx-light'
    : undefined

export interface Proxy {
  readonly url: string
  /** From now on requests go to these ports; those that run are finished by where they are. `media`: as before when absent. */
  route(api: readonly number[], media?: readonly number[]): Promise<void>
  stop(): Promise<void>
}

const reloadMs = 1000

export async function startProxy(
  dir: string,
  port: number,
  media: readonly number[],
  api: readonly number[],
): Promise<Proxy> {
  let recorders = media
  const file = join(dir, 'nginx.conf')
  await mkdir(join(dir, 'tmp'), { recursive: true })
  await writeFile(file, configuration(dir, { port, media, api }))
  const child = spawn(path ?? '', ['-p', dir, '-c', file, '-e', join(dir, 'error.log')], { stdio: 'ignore' })
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  await pause(reloadMs)
  if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: see ${dir}/error.log`)
  return {
    url: `http://127.0.0.1:${port}`,
    route: async (next, nextMedia = recorders) => {
      recorders = nextMedia
      await writeFile(file, configuration(dir, { port, media: recorders, api: next }))
      child.kill('SIGHUP')
      await pause(reloadMs)
    },
    stop: async () => {
      process.off('exit', endWithUs)
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

interface Routes {
  readonly port: number
  readonly media: readonly number[]
  readonly api: readonly number[]
}

function configuration(dir: string, { port, media, api }: Routes): string {
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes 1;
pid ${dir}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${dir}/tmp/body;
  proxy_temp_path ${dir}/tmp/proxy;
  fastcgi_temp_path ${dir}/tmp/fastcgi;
  uwsgi_temp_path ${dir}/tmp/uwsgi;
  scgi_temp_path ${dir}/tmp/scgi;
  upstream ekran_api {
${api.map((one) => `    server 127.0.0.1:${one};\n`).join('')}    keepalive 32;
  }
  upstream ekran_media {
${media.map((one) => `    server 127.0.0.1:${one}${media.length === 1 ? ' max_fails=0' : ''};\n`).join('')}    keepalive 32;
  }
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $host;
  proxy_set_header X-Forwarded-For $http_x_forwarded_for;
  proxy_read_timeout 40s;
  server {
    listen 127.0.0.1:${port};
    location /p/ { proxy_pass http://ekran_media; proxy_read_timeout 5s; }
    location / { proxy_pass http://ekran_api; }
  }
}
`
}
