import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelsRecording } from './channels-recording.ts'
import { channelsAddSource, channelsRemoveSource, channelsSources } from './channels-sources.ts'
import type { CliCommand } from './command.ts'
import { guideAccept, guideAdd, guideList, guideRefresh, guideRemove } from './guide.ts'
import type { CommandTools } from '#server/operator/run-command.ts'
import { silentLog } from '#server/platform/log.ts'
import { readSettings } from '#server/platform/settings.ts'
import { publishChannels, type PublishedChannel } from '#server/television/television.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'

let database: TestDatabase
let dir = ''
let tools: CommandTools
let cid = 0
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-sources-'))
  const { user, socketDir, database: name } = database.place
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: dir, DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
  const channel = (key: string, number: number, source: PublishedChannel['source']): PublishedChannel => ({
    ...{ key, number, name: { ru: `Канал ${number}`, uz: '' }, logo: null, categoryId: 1, source },
    ...{ additionalCategories: [], isSocial: false, worldPlace: null, archiveDays: 7, guideShiftMin: 0 },
  })
  const sources = [{ url: 'http://user:secret@tv.example/7.ts?token=abc', protocol: 'http-ts' } as const]
  const [first] = await publishChannels(
    database.db,
    [channel('a', 7, { kind: 'recorded', sources }), channel('b', 8, { kind: 'linear' })],
    0,
  )
  cid = first?.cid ?? 0
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

async function run(command: CliCommand, words: string[], options: Record<string, string> = {}) {
  const given = { words, flag: () => false, text: (name: string) => options[name] }
  const outcome = await command.run(given, tools)
  return outcome.kind === 'refused' ? `refused: ${outcome.why}` : outcome.lines.join('\n')
}

describe('the commands about sources', () => {
  it('[OPS-01] adds, lists and removes sources, and says what is wrong with one', async () => {
    expect(await run(channelsAddSource, ['7', 'udp://@239.1.1.7:5000'])).toBe(
      'Канал 7: source 2 added, 2 now.',
    )
    expect(await run(channelsAddSource, ['7', '/srv/filler.ts'], { protocol: 'file-loop' })).toContain(
      '3 now',
    )
    expect(await run(channelsAddSource, ['7', 'srt://0.0.0.0:9007'], { place: '1' })).toContain(
      'source 1 added',
    )
    const folder = join(dir, 'media', 'live', String(cid))
    await mkdir(folder, { recursive: true })
    const died = { atMs: 86_400_000, place: 1, kind: 'died', words: 'it answers 403' }
    await writeFile(join(folder, 'health.jsonl'), `${JSON.stringify(died)}\n`)
    const listed = await run(channelsSources, ['7'])
    expect(listed).toMatch(/1\. srt +srt:\/\/0\.0\.0\.0:9007\n/)
    expect(listed).toMatch(/2\. http-ts +http:\/\/tv\.example\/7\.ts {2}\(ended, 1970-01-02 05:00 Tashkent\)/)
    expect(listed).toMatch(/1970-01-02 05:00 Tashkent {2}2\. ended: it answers 403/)
    expect(listed).not.toMatch(/secret|token|abc/)
    expect(await run(channelsRemoveSource, ['7', '1'])).toBe('Канал 7: source 1 removed, 3 now.')
    for (const [words, options, why] of [
      [['7', 'ftp://tv.example/a'], {}, 'not a kind of source'],
      [['7', 'udp://239.1.1.7:5000'], {}, 'it is source 2 of this channel already'],
      [['8', 'udp://239.1.1.8:5000'], {}, 'not received from a source'],
      [['99', 'udp://239.1.1.8:5000'], {}, 'there is no channel 99'],
      [['x', 'udp://239.1.1.8:5000'], {}, 'x is not the number of a channel'],
      [['7', 'udp://239.1.1.8:5000'], { place: '0' }, 'is not a place'],
      [['7', 'udp://239.1.1.8:5000'], { protocol: 'hls' }, 'is read as udp, not as hls'],
      [['7', '/srv/a.ts'], {}, '--protocol file-loop'],
      [['7', 'http://a.example/b.ts'], { referer: 'a\nb' }, '--referer'],
    ] as const)
      expect(await run(channelsAddSource, [...words], { ...options })).toContain(why)
    expect(await run(channelsSources, ['8'])).toContain('made of films')
    expect(await run(channelsRemoveSource, ['7', '9'])).toContain('has 3 sources')
  })

  it('changes how a channel is recorded, and gives a wish up again', async () => {
    expect(await run(channelsRecording, ['7'], { heights: '720,480', 'low-latency': 'on' })).toMatch(
      /heights +720, 480[^]*low-latency +on/,
    )
    expect(await run(channelsRecording, ['7'], { heights: 'usual', hevc: 'copy' })).toMatch(
      /heights +usual[^]*hevc +copy[^]*low-latency +on/,
    )
    expect(await run(channelsRecording, ['7'], { heights: '700' })).toContain('--heights takes')
    expect(await run(channelsRecording, ['7'], { watch: 'maybe' })).toContain('--watch is on or off')
    expect(await run(channelsRecording, ['70'])).toContain('no channel 70')
  })
})

describe('the commands about sources of the guide', () => {
  it('[OPS-01] say of a name that nobody has which names there are', async () => {
    for (const command of [guideRefresh, guideAccept, guideRemove])
      expect(await run(command, ['none'])).toBe('refused: there is no source none; there is none yet')
    const address = 'http://user:secret@tv.example/guide.xml?key=abc'
    expect(await run(guideAdd, ['main', address])).toContain('main is a source of the guide')
    for (const command of [guideRefresh, guideAccept, guideRemove])
      expect(await run(command, ['none'])).toBe('refused: there is no source none; there is main')
    expect(await run(guideList, [])).not.toMatch(/secret|abc/)
    expect(await run(guideRemove, ['main'])).toContain('main is read no more')
  })
})
