/**
 * Every file of a folder, imported by the operator's command and played in Chromium with the product's own player:
 * `node bench/playback/play-folder.ts <folder> [<address> <data folder>]`. Prints a line per file: its outcome, and
 * whether its video advanced, its audio was decoded and its length equals the length in the file's packets. With an
 * address and a data folder it uses a running Ekran with a demo; otherwise it starts one.
 */
import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { startProduct } from '#tests/kit/product/product.ts'
import { holdsOf, type SourceHolds } from './source-content.ts'
import { watchVideo, type SeenVideo } from './watch-video.ts'

const [folder = '', inputUrl = '', inputData = ''] = process.argv.slice(2)
/** No film of the demo is of this year. */
const year = 1891
const importLimitMs = 3_600_000
const watchLimitMs = 45_000
/** How much of each is watched, seconds. */
const watchDurationSec = 3
const maxApartSec = 0.1

interface Clip {
  readonly file: string
  /** The title it is imported as. */
  readonly name: string
  readonly path: string
}

/** The command's output about it; empty when its name is not that of a film. */
async function command(args: readonly string[], dataDir: string): Promise<string> {
  const child = spawn(process.execPath, ['server/cli/cli.ts', ...args], {
    env: { ...process.env, EKRAN_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: importLimitMs,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  await new Promise((resolve) => child.once('close', resolve))
  return said
}

/** Copies under neutral names: "sample" would be skipped as one. */
async function layOut(from: string, to: string): Promise<Clip[]> {
  const files = (await readdir(from, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const clips: Clip[] = []
  for (const [at, file] of files.entries()) {
    const name = `Kadr ${String(at + 1).padStart(3, '0')}`
    const path = join(to, `${name} (${year})`, `${name} (${year})${extname(file)}`)
    await mkdir(join(path, '..'), { recursive: true })
    await copyFile(file, path)
    clips.push({ file: file.slice(from.length + 1), name, path })
  }
  return clips
}

async function listed(url: string, token: string): Promise<Map<string, number>> {
  const matches = new Map<string, number>()
  let after = ''
  for (let page = 0; page < 100; page += 1) {
    const query = `kind=films&year=${year}&order=name&limit=60&after=${encodeURIComponent(after)}`
    const answer = await ask(url, token, `/middleware/video/list?${query}`)
    const data = answer as { videos: { item: { vid: number; name: string }[] }; next: string }
    for (const { vid, name } of data.videos.item) matches.set(name, vid)
    after = data.next
    if (after === '') break
  }
  return matches
}

async function ask(url: string, token: string, path: string): Promise<unknown> {
  const response = await fetch(url + path, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(20_000),
  })
  return ((await response.json()) as { data: unknown }).data
}

async function play(context: BrowserContext, url: string, token: string, vid: number): Promise<SeenVideo> {
  const { video } = (await ask(url, token, `/middleware/video/detail?vid=${vid}`)) as {
    video: { files: { vfid: number; kind: string }[] }
  }
  const vfid = video.files.find(({ kind }) => kind === 'film')?.vfid
  const page = await context.newPage()
  try {
    return await watchVideo(page, `/movie/${vid}?watch=${vfid}`, {
      sec: watchDurationSec,
      limitMs: watchLimitMs,
    })
  } finally {
    await page.close()
  }
}

/** The deviations from the expected result. */
function faults(holds: SourceHolds, seen: SeenVideo): string[] {
  const watchedSec = Math.min(watchDurationSec, holds.lengthSec) - 0.3
  const apart = seen.durationSec - holds.lengthSec
  return [
    ...(seen.error === '' ? [] : [seen.error]),
    ...(seen.positionSec < watchedSec ? [`it stands at ${seen.positionSec.toFixed(2)} s`] : []),
    ...(holds.moves && holds.contrast > 8 && seen.pictures < 2 ? ['the picture does not move'] : []),
    ...(holds.contrast > 8 && seen.contrast < holds.contrast / 2 ? ['the picture is empty'] : []),
    ...(holds.hasSound && seen.soundBytes === 0 ? ['no sound is decoded'] : []),
    ...(Math.abs(apart) > maxApartSec ? [`its length is ${apart.toFixed(3)} s off`] : []),
  ]
}

async function main(url: string, dataDir: string, library: string): Promise<number> {
  const clips = await layOut(folder, library)
  const said = await command(['import', 'films', library, '--all', '--again'], dataDir)
  const session = await logIn(url)
  const vids = await listed(url, session.token)
  const browser = await openBrowser({ width: 1280, height: 720, baseUrl: url })
  await browser.context.addInitScript(session.storeScript)
  let wrong = 0
  try {
    for (const { file, name, path } of clips) {
      const vid = vids.get(name)
      if (vid === undefined) {
        const reason = said.split('\n').find((line) => line.includes(name) && line.includes('('))
        const why = reason ?? (await command(['films', 'plan', path], dataDir))
        console.log(`refused  ${file}: ${why.trim().replaceAll(path, file).slice(0, 300)}`)
        continue
      }
      const holds = await holdsOf(path)
      const seen = await play(browser.context, url, session.token, vid)
      const result = faults(holds, seen)
      if (result.length > 0) wrong += 1
      const figures =
        `${seen.durationSec.toFixed(3)} s of ${holds.lengthSec.toFixed(3)}, ${seen.pictures} pictures, ` +
        `contrast ${seen.contrast.toFixed(0)} of ${holds.contrast.toFixed(0)}, ${seen.soundBytes} bytes of sound`
      console.log(
        `${result.length === 0 ? 'plays  ' : 'WRONG  '}  ${file}: ${[...result, figures].join('; ')}`,
      )
    }
  } finally {
    await browser.close()
  }
  return wrong
}

const library = await mkdtemp(join(tmpdir(), 'play-folder-'))
const product = inputUrl === '' ? await startProduct({ readyLimitMs: 300_000 }) : undefined
try {
  const wrong = await main(product?.url ?? inputUrl, product?.dataDir ?? inputData, library)
  console.log(wrong === 0 ? 'Nothing is wrong.' : `${wrong} are wrong.`)
  process.exitCode = wrong === 0 ? 0 : 1
} finally {
  await product?.stop()
  await rm(library, { recursive: true, force: true })
}
