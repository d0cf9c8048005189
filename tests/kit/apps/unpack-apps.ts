/** The packages for televisions as `npm run apps` builds them, unpacked as a set would. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { openPromise } from 'yauzl'
import { copyClient } from '#apps/package/build-client.ts'
import { simulatedWebapisScript } from './simulated-webapis.ts'

export interface UnpackedApps {
  /** The address of a page in the app that was built for this server: a path follows it. */
  readonly ofServer: string
  /** The same for the app that was built without a server address. */
  readonly ofNobody: string
}

const limitMs = 240_000

/** Runs `npm run apps`. */
export async function makeApps(args: readonly string[]): Promise<void> {
  const program = join(import.meta.dirname, '../../../apps/build-apps.ts')
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
    timeout: limitMs,
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the apps were not made: ${code}`)
}

/** Unpacks an archive into a folder. */
export async function unzip(path: string, dir: string): Promise<void> {
  const zip = await openPromise(path, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    const file = join(dir, entry.fileName)
    await mkdir(dirname(file), { recursive: true })
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file))
  }
}

/**
 * Two packages for Samsung's sets below `dir`, one for the server at `origin` and one without a server, each with the
 * script that a set adds. `npm run apps` builds the first; the second is a copy of the same client with other data of its
 * package, since building the client takes most of the time.
 */
export async function unpackApps(dir: string, origin: string): Promise<UnpackedApps> {
  const made = join(dir, 'of-server-made')
  const [name, version] = ['Ekran', '0.1.0']
  const named = ['--name', name, '--app-version', version]
  await makeApps(['--only', 'tizen', '--out', made, '--server', origin, ...named])
  const [file = ''] = readdirSync(join(made, 'tizen'))
  const [ofServer, ofNobody] = [join(dir, 'of-server'), join(dir, 'of-nobody')]
  await unzip(join(made, 'tizen', file), ofServer)
  await copyClient(ofServer, ofNobody, { platform: 'tizen', name, version, builtAtMs: Date.now() })
  return { ofServer: await asOnSet(ofServer), ofNobody: await asOnSet(ofNobody) }
}

/** Adds what a set adds; returns the address of the app's page. */
async function asOnSet(dir: string): Promise<string> {
  const webapis = join(dir, '$WEBAPIS/webapis')
  await mkdir(webapis, { recursive: true })
  await writeFile(join(webapis, 'webapis.js'), simulatedWebapisScript())
  return `${pathToFileURL(join(dir, 'index.html')).href}#`
}
