/** Commands that do what the console does with channels, lists and the guide, on a real database. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CliCommand, CommandTools } from '#server/cli/command/command.ts'
import { guideConfirm, guideForget, guideMatching, guideReject } from '#server/cli/guide/guide-matching.ts'
import { startDraft, appendToDraft, checkDraft } from '#server/imports/drafts/drafts.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { loadChannels, publishChannels, removeChannels } from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { channelsCategories } from './channels-categories.ts'
import { channelsGroups } from './channels-groups.ts'
import { channelsLogo } from './channels-logo.ts'
import { channelsMove, channelsMoveSource, channelsRestore } from './channels-order.ts'
import { importsApply, importsDiscard, importsList, importsShow } from '#server/cli/imports/imports.ts'
import { listsAdd, listsList, listsRemove } from './lists.ts'

let database: TestDatabase
let dir = ''
let tools: CommandTools
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-commands-'))
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: dir, DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})
beforeEach(async () => {
  await database.db.deleteFrom('channel').execute()
  const sources = ['one', 'two'].map((host) => ({
    url: `http://${host}.example/1.ts`,
    protocol: 'http-ts' as const,
  }))
  const channel = (key: string, number: number) =>
    buildChannel(key, { number, name: { ru: key, uz: '' }, source: { kind: 'recorded', sources } })
  await publishChannels(database.db, [channel('One', 1), channel('Two', 2), channel('Three', 3)], 0)
})

async function run(command: CliCommand, words: readonly string[], options: Record<string, string> = {}) {
  const flag = (name: string) => options[name] === 'yes'
  const outcome = await command.run({ words: [...words], flag, text: (name) => options[name] }, tools)
  return outcome.kind === 'refused' ? `refused: ${outcome.why}` : outcome.lines.join('\n')
}

async function order(): Promise<readonly string[]> {
  const channels = await loadChannels(database.db)
  return channels.toSorted((a, b) => a.number - b.number).map(({ name }) => name.ru)
}

describe('[CHAN-01] channels at the command line', () => {
  it('are put before another one, or last', async () => {
    expect(await run(channelsMove, ['3', '1'])).toMatch(/Three is in its new place[^]*changes undo \d+/)
    expect(await order()).toEqual(['Three', 'One', 'Two'])
    await run(channelsMove, ['1'], { last: 'yes' })
    expect(await order()).toEqual(['One', 'Two', 'Three'])
    expect(await run(channelsMove, ['1', '99'])).toBe('refused: there is no channel 99')
    expect(await run(channelsMove, ['1'])).toBe('refused: say a number to go before, or --last')
  })

  it('are restored after they were deleted', async () => {
    const [first] = await loadChannels(database.db)
    await removeChannels(database.db, [first?.cid ?? 0], { by: undefined, nowMs: Date.now() })
    expect(await run(channelsRestore, [])).toBe(`${first?.cid}  One (was 1)`)
    expect(await run(channelsRestore, ['0'])).toBe('refused: no deleted channel is listed as 0')
    expect(await run(channelsRestore, [String(first?.cid)])).toContain('One is restored.')
    expect(await order()).toHaveLength(3)
  })

  it('get their sources into another order', async () => {
    expect(await run(channelsMoveSource, ['1', '2', '1'])).toContain('Source 2 of channel 1 is source 1 now.')
    const one = (await loadChannels(database.db)).find(({ number }) => number === 1)
    expect(one?.source.kind === 'recorded' ? one.source.sources.map(({ url }) => url) : []).toEqual([
      'http://two.example/1.ts',
      'http://one.example/1.ts',
    ])
    expect(await run(channelsMoveSource, ['1', '5', '1'])).toContain('has no source in that place')
  })

  it('get a logo from a file that is a picture, and lose it', async () => {
    const file = join(dir, 'logo.svg')
    await writeFile(
      file,
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
    )
    expect(await run(channelsLogo, ['1', file])).toContain('Channel 1 has the logo')
    const logoOf = async () => (await loadChannels(database.db)).find(({ number }) => number === 1)?.logo
    expect(await logoOf()).toMatch(/^[0-9a-f]{20}/)
    await writeFile(file, 'no picture')
    expect(await run(channelsLogo, ['1', file])).toMatch(/^refused/)
    expect(await run(channelsLogo, ['1', 'http://127.0.0.1/logo.png'])).toContain('no picture was received')
    expect(await run(channelsLogo, ['1'], { none: 'yes' })).toContain('Channel 1 has no logo any more.')
    expect(await logoOf()).toBeNull()
  })
})

describe('[CHAN-01] categories at the command line', () => {
  it('are added, named, put into order and removed, and groups of lists go into them', async () => {
    expect(await run(channelsCategories, ['add', 'Ertaklar'], { uz: 'Ertaklar olami' })).toContain('is saved')
    expect(await run(channelsCategories, ['add', 'ertaklar'])).toBe('refused: another category has this name')
    expect(await run(channelsGroups, ['set', 'Cartoons', 'Ertaklar'])).toContain('go into Ertaklar')
    expect(await run(channelsGroups, ['list'])).toBe('cartoons → Ertaklar')
    expect(await run(channelsCategories, ['rename', 'Ertaklar', 'Сказки'])).toContain('is saved')
    await run(channelsCategories, ['order', 'Сказки'])
    expect((await run(channelsCategories, ['list'])).split('\n')[0]).toMatch(/^Сказки/)
    expect(await run(channelsCategories, ['remove', 'Сказки'])).toContain('say with --into')
    expect(await run(channelsCategories, ['remove', 'Сказки'], { into: 'Общие' })).toContain('is removed')
    expect(await run(channelsGroups, ['remove', 'cartoons'])).toMatch(/^refused/)
  })
})

describe('[IMPORT-02] lists at the command line', () => {
  it('are fetched from an address, listed without its secrets, and removed', async () => {
    const address = 'https://one.example/list.m3u?token=secret'
    expect(await run(listsAdd, [address], { every: '6h', apply: 'yes' })).toContain('is fetched from now on')
    expect(await run(listsAdd, [address])).toBe('refused: the list at this address is fetched already')
    expect(await run(listsAdd, ['/tmp/list.m3u'])).toMatch(/^refused/)
    expect(await run(listsAdd, [address], { every: '1m' })).toMatch(/^refused: --every/)
    const listed = await run(listsList, [])
    expect(listed).toContain('https://one.example/list.m3u?…')
    expect(listed).not.toContain('secret')
    const [id = ''] = /^\d+/.exec(listed) ?? []
    expect(await run(listsRemove, [id])).toContain('its channels stay')
    expect(await run(listsRemove, [id])).toBe(`refused: there is no list ${id}`)
  })

  it('are looked at as drafts, applied or discarded', async () => {
    const { db } = database
    const draft = async (text: string) => {
      const bytes = Buffer.from(text)
      const id = await startDraft(db, {
        name: 'list.m3u',
        sizeBytes: bytes.length,
        by: undefined,
        nowMs: 0,
      })
      await appendToDraft(db, id, 0, bytes)
      await checkDraft(db, id, { record: false, ownGroups: false }, 0)
      return String(id)
    }
    const first = await draft('#EXTM3U\n#EXTINF:-1 tvg-id="four",Four\nhttp://four.example/4.ts\n')
    expect(await run(importsList, [])).toMatch(/list\.m3u {2}waits/)
    expect(await run(importsShow, [first])).toMatch(/new {6}\d+ Four/)
    expect(await run(importsApply, [first])).toMatch(/1 channel changed[^]*changes undo/)
    expect(await order()).toContain('Four')
    expect(await run(importsApply, [first])).toBe(`refused: no import ${first} waits for a decision`)
    const second = await draft('#EXTM3U\n#EXTINF:-1,Five\nhttp://five.example/5.ts\n')
    expect(await run(importsDiscard, [second])).toContain('nothing was changed')
    expect(await order()).not.toContain('Five')
  })
})

describe('[GUIDE-07] the matching at the command line', () => {
  it('refuses what no guide has, rejects and forgets', async () => {
    expect(await run(guideMatching, [], { missing: 'yes' })).toMatch(/1 One: no guide has[^]*3 channels\./)
    expect(await run(guideConfirm, ['1', 'one.uz'])).toBe('refused: no guide that was read has the id one.uz')
    expect(await run(guideReject, ['1', 'one.uz'])).toBe('It does not feed the channel again.')
    expect(await run(guideForget, ['1', 'one.uz'])).toContain('The rules decide again')
    expect(await run(guideForget, ['1', 'one.uz'])).toBe('refused: it was neither confirmed nor rejected')
    expect(await run(guideReject, ['99', 'one.uz'])).toBe('refused: there is no channel with the number 99')
  })
})
