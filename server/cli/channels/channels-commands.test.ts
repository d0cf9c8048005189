import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  channelsDelete,
  channelsHide,
  channelsNumber,
  channelsRename,
  channelsShow,
} from './channels-edit.ts'
import { changesList, changesShow, changesUndo } from '#server/cli/changes/changes.ts'
import { channelsMerge } from './channels-merge.ts'
import { channelsCatchup } from './channels-catchup.ts'
import { channelsRecording } from './channels-recording.ts'
import { channelsHealth } from './channels-health.ts'
import { channelsAddSource, channelsRemoveSource, channelsSources } from './channels-sources.ts'
import type { CliCommand, CommandTools } from '#server/cli/command/command.ts'
import { guideAccept, guideAdd, guideList, guideRefresh, guideRemove } from '#server/cli/guide/guide.ts'
import { importChannels } from '#server/imports/m3u/import-channels.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import {
  addAlias,
  listAliases,
  loadChannels,
  openTelevision,
  publishChannels,
  waitingLogos,
  requestLogos,
  type PublishedChannel,
} from '#server/television/television.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'

let database: TestDatabase
let dir = ''
let tools: CommandTools
let cid = 0
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-sources-'))
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: dir, DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
  const channel = (key: string, number: number, source: PublishedChannel['source']) =>
    buildChannel(key, { number, name: { ru: `Канал ${number}`, uz: '' }, source })
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
  const input = {
    words,
    flag: (name: string) => options[name] === 'yes',
    text: (name: string) => options[name],
  }
  const outcome = await command.run(input, tools)
  return outcome.kind === 'refused' ? `refused: ${outcome.why}` : outcome.lines.join('\n')
}

describe('the commands about sources', () => {
  it('[OPS-01] adds, lists and removes sources, and reports invalid ones', async () => {
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
    const died = { atMs: 86_400_000, sourceIndex: 1, kind: 'died', words: 'it answers 403' }
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
    const health = await run(channelsHealth, ['7'])
    expect(health).toMatch(/^Канал 7: not reported yet\nSince .+: down 0 s, poor 0 s$/)
    expect(await run(channelsHealth, ['99'])).toContain('there is no channel 99')
    expect(await run(channelsRemoveSource, ['7', '9'])).toContain('has 3 sources')
  })

  it('changes how a channel is recorded, and removes an override again', async () => {
    expect(await run(channelsRecording, ['7'], { heights: '720,480', 'low-latency': 'on' })).toMatch(
      /heights +720, 480[^]*low-latency +on/,
    )
    expect(await run(channelsRecording, ['7'], { heights: 'default', hevc: 'copy' })).toMatch(
      /heights +default[^]*hevc +copy[^]*low-latency +on/,
    )
    expect(await run(channelsRecording, ['7'], { heights: '700' })).toContain('--heights takes')
    expect(await run(channelsRecording, ['7'], { watch: 'maybe' })).toContain('--watch is on or off')
    expect(await run(channelsRecording, ['70'])).toContain('no channel 70')
  })

  it('[CHAN-06] shows the catch-up of a channel without credentials, and changes it for good', async () => {
    expect(await run(channelsCatchup, ['7'])).toContain('Channel 7 has no catch-up')
    expect(await run(channelsCatchup, ['7'], { days: '3' })).toContain('--mode is needed')
    expect(await run(channelsCatchup, ['7'], { mode: 'rewind' })).toContain('the mode is none of default')
    expect(await run(channelsCatchup, ['7'], { mode: 'append' })).toContain('needs a template')
    const wrong = { mode: 'append', source: '&at={when}' }
    expect(await run(channelsCatchup, ['7'], wrong)).toContain('{when} is no placeholder')
    const right = { mode: 'append', source: '&at={utc}&key=secret', days: '3', correction: '-4' }
    const set = await run(channelsCatchup, ['7'], right)
    expect(set).toMatch(
      /mode +append\n +days +3\n +correction +-4 h\n +an hour ago http:\/\/\S+&at=\d{10}&key=…/,
    )
    expect(await run(channelsCatchup, ['7'])).not.toMatch(/secret|abc/)
    const [before] = (await loadChannels(database.db)).filter(({ number }) => number === 7)
    const { key, name } = before ?? expect.fail('no channel')
    const source = before?.source ?? ({ kind: 'none' } as const)
    await publishChannels(database.db, [buildChannel(key, { name, source, catchup: { kind: 'shift' } })], 0)
    expect(await run(channelsCatchup, ['7'])).toMatch(/mode +append/)
    expect(await run(channelsCatchup, ['7'], { reset: 'yes' })).toContain('of its list again')
    expect(await run(channelsCatchup, ['7'])).toMatch(/mode +shift/)
    expect(await run(channelsCatchup, ['7'], { off: 'yes' })).toContain('no catch-up now')
    expect(await run(channelsCatchup, ['8'], { mode: 'shift' })).toContain('not received from a source')
  })
})

describe('the commands about channels themselves', () => {
  const list = (...entries: string[]) =>
    importChannels(database.db, {
      name: 'list.m3u',
      bytes: Buffer.from(['#EXTM3U', ...entries].join('\n')),
      record: false,
      nowMs: 0,
    })
  const one = '#EXTINF:-1 tvg-id="one.uz" tvg-chno="21",Birinchi\nhttp://tv.example/one.ts'
  const duplicate = '#EXTINF:-1 tvg-id="twin.uz" tvg-chno="22",Egizak\nhttp://tv.example/twin.ts'
  const byNumber = async (number: number) =>
    (await loadChannels(database.db)).find((channel) => channel.number === number)
  const shownNumbers = async () =>
    (await openTelevision(database.db, { nowMs: () => 0 })).now().channels.map(({ number }) => number)

  it('[OPS-01] rename, number and hide a channel permanently: no import reverts it', async () => {
    await list(one, duplicate)
    expect(await run(channelsRename, ['21', 'Мой первый'], { uz: 'Birinchim' })).toMatch(
      /Channel 21 was Birinchi and is Мой первый now\.\nTo undo it: .*changes undo \d+/,
    )
    expect(await run(channelsNumber, ['21', '22'])).toMatch(
      /Мой первый has the number 22 now\.\nEgizak has 21\.\nTo undo it: .*changes undo \d+/,
    )
    expect(await run(channelsHide, ['21'])).toMatch(/Egizak is hidden\.\nTo undo it: .*changes undo \d+/)
    await list(one.replace('one.ts', 'new.ts'), duplicate.replace('twin.ts', 'newer.ts'))
    expect(await byNumber(22)).toMatchObject({ name: { ru: 'Мой первый', uz: 'Birinchim' }, tvgId: 'one.uz' })
    expect(await byNumber(21)).toMatchObject({
      isHidden: true,
      source: { sources: [{ url: expect.stringContaining('newer') }] },
    })
    expect(await shownNumbers()).not.toContain(21)
    expect(await run(channelsShow, ['21'])).toContain('shown again')
    expect(await run(channelsShow, ['21'])).toContain('was shown before')
    expect(await shownNumbers()).toContain(21)
    expect(await run(channelsRename, ['22'], { reset: 'yes' })).toContain('the name of its list again')
    expect((await byNumber(22))?.name.ru).toBe('Birinchi')
    for (const [command, words, why] of [
      [channelsRename, ['22'], 'say a new name'],
      [channelsRename, ['999', 'X'], 'there is no channel 999'],
      [channelsNumber, ['22', '0'], '0 is not a number'],
      [channelsHide, ['x'], 'x is not the number of a channel'],
      [channelsMerge, ['22', '22'], 'into itself'],
      [channelsMerge, ['8', '22'], 'made of films'],
    ] as const)
      expect(await run(command, [...words])).toContain(why)
  })

  it('[OPS-01] [TV-05] merge two channels with sources, aliases, favourites, guide and archive, also for later imports', async () => {
    const [saved, gone] = [(await byNumber(22))?.cid ?? 0, (await byNumber(21))?.cid ?? 0]
    await addAlias(database.db, { cid: gone, alias: 'egizak-guide' })
    const logo = '0123456789abcdef0123-336699'
    await database.db.updateTable('channel').set({ logo }).where('id', '=', gone).execute()
    const address = 'https://logos.example/egizak.png'
    await requestLogos(database.db, new Map([[gone, address]]), 0)
    const account = await database.db
      .insertInto('account')
      .values({ abonement: '100001', password_hash: '$argon2id$made-up', created_at: new Date(0) })
      .returning('account_id')
      .executeTakeFirstOrThrow()
    await database.db
      .insertInto('favourite_channel')
      .values({ account_id: account.account_id, channel_id: gone, added_at: new Date(0) })
      .execute()
    await database.db
      .insertInto('programme')
      .values({
        channel_id: gone,
        begin_at: new Date(0),
        end_at: new Date(60_000),
        title_ru: 'Кино',
        title_uz: '',
      })
      .execute()
    const problem = await database.db.selectFrom('problem').select('problem_id').executeTakeFirstOrThrow()
    await database.db
      .insertInto('complaint')
      .values({
        ...{ problem_id: problem.problem_id, network: '', device: '', user_agent: '', body: '' },
        ...{ cid: gone, created_at: new Date(0) },
      })
      .execute()
    for (const kind of ['live', 'film'] as const)
      await database.db
        .insertInto('play_failure')
        .values({ ...{ minute: new Date(0), device: 'tv', kind }, subject: gone, code: 'P1', failures: 2 })
        .execute()
    await mkdir(join(dir, 'media', 'live', String(gone)), { recursive: true })
    await writeFile(join(dir, 'media', 'live', String(gone), 'mark'), 'recorded')
    const said = await run(channelsMerge, ['21', '22'])
    expect(said).toContain('Egizak (21) is Birinchi (22) from now on.')
    expect(said).toContain(
      '1 source, 1 alias, 1 favourite, 0 tariffs, 1 complaint and 1 programme of the guide moved.',
    )
    expect(said).toContain('The archive was moved.')
    const logoOf = () =>
      database.db.selectFrom('channel').select('logo').where('id', '=', saved).executeTakeFirst()
    expect(await logoOf()).toEqual({ logo })
    // A newer logo of a list is still fetched, for the channel that stays.
    expect(await waitingLogos(database.db, 0, 10)).toEqual([{ cid: saved, address, tries: 0 }])
    const reported = await database.db.selectFrom('complaint').select('cid').execute()
    expect(reported).toEqual([{ cid: saved }])
    const plays = await database.db.selectFrom('play_failure').select(['kind', 'subject']).execute()
    // A film with the same number is a different item.
    expect(plays).toEqual(
      expect.arrayContaining([
        { kind: 'live', subject: saved },
        { kind: 'film', subject: gone },
      ]),
    )
    expect((await readdir(join(dir, 'media', 'live', String(saved)))).includes('mark')).toBe(true)
    expect((await listAliases(database.db)).find(({ alias }) => alias === 'egizak-guide')?.cid).toBe(saved)
    const favourites = await database.db
      .selectFrom('favourite_channel')
      .select('channel_id')
      .where('channel_id', '=', saved)
      .execute()
    expect(favourites).toHaveLength(1)
    const report = await list(one.replace('one.ts', 'new.ts'), duplicate.replace('twin.ts', 'newest.ts'))
    expect(Object.fromEntries(report.sums)).toMatchObject({ new: 0 })
    expect(await byNumber(21)).toBeUndefined()
    const deleted = await run(channelsDelete, ['22'])
    const [, change = ''] =
      /Birinchi \(22\) is deleted\.\nTo undo it: .*changes undo (\d+)/.exec(deleted) ?? []
    expect(await byNumber(22)).toBeUndefined()
    expect(await run(changesShow, [change])).toMatch(
      /edit remove +1 deleted +command line\n +deleted +22 Birinchi/,
    )
    expect(await run(changesUndo, [change])).toMatch(/Change \d+ is taken back \(1 of its things\)/)
    expect(await byNumber(22)).toMatchObject({ cid: saved })
    expect(await run(changesUndo, [change])).toContain('was taken back already')
    expect(await run(changesList, [], { count: '2' })).toMatch(
      /undo remove[^]*\n\d+ .*remove.*taken back by \d+/,
    )
    for (const [command, word, why] of [
      [changesUndo, 'x', 'not the number of a change'],
      [changesUndo, '999999', 'there is no change 999999'],
      [changesShow, '999999', 'there is no change 999999'],
    ] as const)
      expect(await run(command, [word])).toContain(why)
    await run(channelsDelete, ['22'])
    expect(await byNumber(22)).toBeUndefined()
    const events = await database.db.selectFrom('security_event').select('event').execute()
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        'channel_renamed',
        'channel_numbered',
        'channel_hidden',
        'channels_merged',
        'channel_deleted',
        'change_undone',
      ]),
    )
  })
})

describe('the commands about sources of the guide', () => {
  it('[OPS-01] list the existing names for an unknown one', async () => {
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
