/** The product, its content and the owner's browser, which all tasks share. */
import { channelsInConsole } from '#tests/journeys/console/channels-in-console.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { findMediaBinaries } from '#media/media.ts'
import { createOwner, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { catalogueText, guideText, listText, writtenFiles } from './desk-content.ts'

export interface Desk {
  readonly page: Page
  readonly url: string
  readonly problems: readonly string[]
  /** The path of a file that an operator has on the computer. */
  file(name: string): string
  /** The number of a channel in addresses, by the name it came with. */
  cid(name: string): number
  /** The number of a film in addresses, by the name it came with. */
  vid(name: string): number
  command(...words: readonly string[]): Promise<string>
  /** JSON of the public site. */
  site(path: string): Promise<unknown>
  /** What viewers get of the channels. */
  channels(): Promise<readonly SiteChannel[]>
  /** The newest message with this text. */
  message(text: string | RegExp): Locator
  leave(): Promise<void>
}

export interface SiteChannel {
  readonly id: number
  readonly number: number
  readonly name: string
  readonly logo: string
  readonly category_id: number
}

/** Starts a product, loads its content at the command line, and lets the owner in. */
export async function openDesk(): Promise<Desk> {
  const product = await startConsoleProduct()
  const dir = await mkdtemp(join(tmpdir(), 'ekran-tasks-'))
  let owner: StaffVisitor | undefined
  const leave = async () => {
    await owner?.leave()
    await product.stop()
    await rm(dir, { recursive: true, force: true })
  }
  const command = async (...words: readonly string[]) => {
    const { code, output, errors } = await runCommand(words, '', product.dataDir)
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${output} ${errors}`)
    return output
  }
  try {
    await loadContent(dir, command)
    // A high window: whole lists are in sight, and nothing must be scrolled.
    owner = await visitConsole(product.consoleUrl, 1440, 1800)
    await createOwner(owner.page)
    return await deskOf(product.url, dir, owner, command, leave)
  } catch (error) {
    await leave()
    throw error
  }
}

async function loadContent(dir: string, command: Desk['command']): Promise<void> {
  const path = (name: string) => join(dir, name)
  await writeFile(path('channels.m3u'), listText('idle'))
  await writeFile(path('recorded.m3u'), listText('recorded'))
  await writeFile(path('guide.xml'), guideText())
  await writeFile(path('films.csv'), catalogueText)
  for (const [name, text] of Object.entries(writtenFiles)) await writeFile(path(name), text)
  const picture = { width: 900, height: 1200, channels: 3, background: '#276' } as const
  await sharp({ create: picture }).jpeg().toFile(path('poster.jpg'))
  for (const [name, colour] of [
    ['Юлдуз (2021).mkv', 'testsrc2'],
    ['Денгиз (2022).mkv', 'testsrc'],
    ['Чинор (2020).mkv', 'smptebars'],
  ] as const)
    await makeClip(path(name), colour)
  await command('tariffs', 'put', 'docs/guides/tariffs-example.json')
  await command('import', 'channels', path('channels.m3u'))
  await command('import', 'channels', path('recorded.m3u'), '--record')
  await command('guide', 'add', 'main', path('guide.xml'))
  await command('guide', 'refresh', 'main')
  await command('titles', 'import', path('films.csv'))
}

/** Eight seconds of a picture and a tone. */
async function makeClip(path: string, source: string): Promise<void> {
  const made = runFfmpeg({
    ffmpegPath: findMediaBinaries({}).ffmpegPath,
    args: [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `${source}=s=320x180:r=25:d=8`],
      ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=8', '-metadata:s:a:0', 'language=rus'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-pix_fmt', 'yuv420p', '-c:a', 'aac', path],
    ],
    timeoutMs: 60_000,
  })
  const { lastLines } = await made.exit
  if (lastLines.length > 0) throw new Error(lastLines.join('\n'))
}

async function deskOf(
  url: string,
  dir: string,
  { page, problems }: StaffVisitor,
  command: Desk['command'],
  leave: Desk['leave'],
): Promise<Desk> {
  const site = async (path: string) => {
    const response = await fetch(url + path)
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return response.json() as Promise<unknown>
  }
  const channels = async () =>
    (await channelsInConsole(page)).map(({ cid, name_ru: name, ...fields }) => ({ ...fields, id: cid, name }))
  const cids = new Map((await channels()).map(({ id, name }) => [name, id]))
  const films = (await site('/middleware/noauth/video/list?limit=60')) as {
    readonly data: {
      readonly videos: { readonly item: readonly { readonly vid: number; readonly name: string }[] }
    }
  }
  const vids = new Map(films.data.videos.item.map(({ vid, name }) => [name, vid]))
  return {
    ...{ page, problems, url, command, leave, site, channels },
    file: (name) => join(dir, name),
    cid: (name) => numberOf(cids, name),
    vid: (name) => numberOf(vids, name),
    message: (text) => page.getByRole('status').filter({ hasText: text }).last(),
  }
}

function numberOf(numbers: ReadonlyMap<string, number>, name: string): number {
  const number = numbers.get(name)
  if (number === undefined) throw new Error(`there is no ${name}: ${[...numbers.keys()].join(', ')}`)
  return number
}
