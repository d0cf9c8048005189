/** What all drills begin with: their folders, the settings of their processes, and viewers with accounts of their own. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeAccounts, openCrowdDatabase } from '#bench/crowd/accounts.ts'
import { Ending } from '#bench/crowd/ending.ts'
import { createRequests } from '#bench/crowd/requests.ts'
import { playingChannels } from '#bench/crowd/run-crowd.ts'
import { Tally } from '#bench/crowd/tally.ts'
import type { SocketLocation } from '#server/platform/postgres/embedded.ts'
import { freePort } from '#tests/kit/product/product.ts'
import { type Load, startLoad } from './load.ts'
import { type NodeProcess, startNode } from './node-process.ts'
import { startProxy } from './proxy.ts'

const merchantKey = 'payme-key-of-the-crowd'
const viewers = 24

/** A folder that is deleted at the end, and the data folder of the processes: `dataDir`, or one in it. */
export async function makeFolders(
  stack: AsyncDisposableStack,
  dataDir: string | undefined,
): Promise<{ readonly dir: string; readonly data: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'ekran-drill-'))
  stack.defer(() => rm(dir, { recursive: true, force: true }))
  const data = dataDir ?? join(dir, 'data')
  await mkdir(data, { recursive: true })
  return { dir, data }
}

/** The address of an embedded database. */
export function socketUrl({ user, socketDir, database }: SocketLocation): string {
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}`
}

/** The settings of processes on one database and one data folder; also for the command line of this process. */
export function shareSettings(databaseUrl: string, data: string): Readonly<Record<string, string>> {
  const env = {
    DATABASE_URL: databaseUrl,
    EKRAN_DATA: data,
    EKRAN_TRUSTED_PROXIES: '127.0.0.1',
    EKRAN_PAYME: `merchant=587f72c72cac0d162c722ae2&key=${merchantKey}`,
    EKRAN_STOP_DELAY_SECONDS: '3',
    // Six processes on a database with 80 connections, which after an outage all come at once.
    EKRAN_DATABASE_CONNECTIONS: '8',
  }
  // The command line that adds an account uses the same database.
  Object.assign(process.env, env)
  return env
}

/** Viewers who begin at once, behind the proxy at `origin`. */
export async function startViewers(origin: string, data: string): Promise<Load> {
  await using opened = await openCrowdDatabase(data)
  const accounts = await makeAccounts(opened.db, data, viewers)
  const scout = createRequests({
    ...{ origin, ending: new Ending(), connections: 2, maxRequests: 400 },
    tally: new Tally(performance.now()),
  })
  const channels = await playingChannels(scout, accounts[0])
  scout.close()
  return startLoad({ origin, accounts, channels, merchantKey })
}

/** Of all requests so far. */
export function sumsOf({ tally }: Load): { readonly requests: number; readonly failed: number } {
  const all = tally.kinds()
  return {
    requests: all.reduce((sum, { count }) => sum + count, 0),
    failed: all.reduce((sum, { outcomes }) => sum + outcomes.error + outcomes.timeout, 0),
  }
}

export interface Installation {
  /** Of the proxy. */
  readonly url: string
  stop(): Promise<void>
  /** By SIGKILL. */
  kill(): Promise<void>
}

/** A process with media, one with jobs, two with the API, and the proxy before them. */
export async function startInstallation(
  root: string,
  proxyDir: string,
  env: Readonly<Record<string, string>>,
): Promise<Installation> {
  const nodes: NodeProcess[] = []
  for (const only of ['media', 'jobs', 'api', 'api'])
    nodes.push(await startNode({ root, only, port: await freePort(), env }))
  const [media, , ...api] = nodes.map(({ port }) => port)
  const proxy = await startProxy(proxyDir, await freePort(), [media ?? 0], api)
  return {
    url: proxy.url,
    stop: async () => {
      await proxy.stop()
      for (const node of nodes.splice(0)) await node.stop()
    },
    kill: async () => {
      await Promise.all(nodes.splice(0).map((node) => node.kill()))
      await proxy.stop()
    },
  }
}
