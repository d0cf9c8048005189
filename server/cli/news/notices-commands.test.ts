import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCommandLine } from '#server/cli/command-line.ts'
import { loadCommands } from '#server/cli/command-list.ts'
import { listEvents } from '#server/audit/audit.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

const commands = await loadCommands()

let database: TestDatabase
let dir = ''
let tools: CommandTools
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-notices-'))
  await mkdir(join(dir, 'data'))
  await loadSecrets(join(dir, 'data'), systemRandom)
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: join(dir, 'data'), DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

async function run(...args: string[]): Promise<{ kind: string; text: string }> {
  const parsed = readCommandLine(args, commands)
  if (parsed.kind !== 'run')
    return { kind: parsed.kind, text: parsed.kind === 'wrong' ? parsed.problem : parsed.text }
  const outcome = await parsed.command.run(parsed.input, tools)
  return { kind: outcome.kind, text: outcome.kind === 'refused' ? outcome.why : outcome.lines.join('\n') }
}

describe('notify', () => {
  const texts = ['--title-ru', 'Т', '--title-uz', 'S', '--body-ru', 'Текст', '--body-uz', 'Matn']
  const written = () =>
    database.db.selectFrom('notification').selectAll().orderBy('notification_id').execute()

  it('[NOTIF-01] sends one to all subscribers or to one, and records it in the audit', async () => {
    const { addAccount } = accountsFixture(database.db)
    const { accountId, abonement } = await addAccount()
    expect(await run('notify', '--all', ...texts, '--href', '/tv')).toMatchObject({ kind: 'done' })
    expect(await run('notify', '--abonement', abonement, ...texts)).toMatchObject({
      kind: 'done',
      text: expect.stringContaining(abonement),
    })
    expect(await written()).toMatchObject([
      { account_id: null, title_ru: 'Т', body_uz: 'Matn', href: '/tv' },
      { account_id: accountId, href: '' },
    ])
    const sent = (await listEvents(database.db, { limit: 10 })).filter(
      ({ event }) => event === 'notification_sent',
    )
    expect(sent).toHaveLength(2)
  })

  it('reports missing or invalid input, and writes nothing', async () => {
    const before = (await written()).length
    const refusals: readonly (readonly [string, readonly string[]])[] = [
      ['either --all or --abonement', texts],
      ['either --all or --abonement', ['--all', '--abonement', '10000001', ...texts]],
      ['--title-uz', ['--all', ...texts.slice(0, 2), ...texts.slice(4)]],
      ['--body-ru', ['--all', ...texts.slice(0, 4), ...texts.slice(6)]],
      ['no page of this site', ['--all', ...texts, '--href', 'https://elsewhere.example']],
      ['no page of this site', ['--all', ...texts, '--href', '//elsewhere.example']],
      ['no page of this site', ['--all', ...texts, '--href', '/nowhere']],
      ['more than 120', ['--all', ...texts, '--title-ru', 'я'.repeat(121)]],
      ['no letters', ['--all', ...texts, '--title-ru', 'abc\u202Edef']],
      ['no account', ['--abonement', '99999999', ...texts]],
    ]
    for (const [why, args] of refusals)
      expect(await run('notify', ...args), why).toMatchObject({
        kind: 'refused',
        text: expect.stringContaining(why),
      })
    expect(await run('notify', 'everybody')).toMatchObject({ kind: 'wrong' })
    expect((await run('notify', '--help')).text).toContain('Examples')
    expect(await written()).toHaveLength(before)
  })
})

describe('news', () => {
  const item = (id: number, more: object = {}) => ({
    id,
    published_at: '2026-01-15T10:00:00+05:00',
    title: { ru: `Н${id}`, uz: `Y${id}` },
    lead: { ru: 'Коротко', uz: 'Qisqacha' },
    body: { ru: 'Абзац.\n\nВторой.', uz: 'Xatboshi.\n\nIkkinchi.' },
    ...more,
  })
  const file = async (content: unknown) => {
    const path = join(dir, 'news.json')
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  const importing = async (content: unknown) => run('news', 'import', await file(content))
  const rows = () => database.db.selectFrom('news_item').selectAll().orderBy('news_id').execute()

  it('[NEWS-01] are published from a file with their pictures, and again only what changed', async () => {
    await mkdir(join(dir, 'pictures'), { recursive: true })
    const drawn = sharp({ create: { width: 160, height: 90, channels: 3, background: '#123456' } }).jpeg()
    await drawn.toFile(join(dir, 'pictures', 'one.jpg'))
    const both = [item(1, { picture: 'pictures/one.jpg' }), item(2)]
    expect((await importing(both)).text).toContain('2 added, 0 changed, 0 as before')
    const [first, second] = await rows()
    expect(first?.image).not.toBe('')
    expect(second).toMatchObject({
      title_uz: 'Y2',
      image: '',
      published_at: new Date('2026-01-15T05:00:00Z'),
    })
    expect((await importing(both)).text).toContain('0 added, 0 changed, 2 as before')
    const later = item(2, { published_at: '2099-01-01T00:00:00Z' })
    const changed = await importing([both[0], later])
    expect(changed.text).toContain('0 added, 1 changed, 1 as before')
    expect(changed.text).toContain('Item 2 appears at 2099-01-01')
    expect((await run('news', 'list')).text).toContain('2 items.')
    expect(await run('news', 'remove', '2')).toMatchObject({ kind: 'done' })
    expect(await run('news', 'remove', '2')).toMatchObject({ kind: 'refused' })
    expect(await rows()).toHaveLength(1)
  })

  it('name errors by item and field, and import nothing of such a file', async () => {
    const before = await rows()
    const refusals: readonly (readonly [string, unknown])[] = [
      ['it is not JSON', '{ "id": 1'],
      ['item 2, title.uz', [item(5), item(6, { title: { ru: 'Н' } })]],
      ['item 1, lead.ru', [item(5, { lead: { ru: ' ', uz: 'x' } })]],
      ['with its zone', [item(5, { published_at: '2026-01-15 10:00' })]],
      ['nothing called titel', [item(5, { titel: 'x' })]],
      ['the id 5 stands there twice', [item(5), item(5)]],
      ['item 1, id', [item(0)]],
      ['the file', []],
      ['cannot be read', [item(5), item(6, { picture: 'none.jpg' })]],
      ['outside the file', [item(5, { picture: '../../etc/passwd' })]],
      ['is refused', [item(5, { picture: 'news.json' })]],
    ]
    for (const [why, content] of refusals)
      expect(await importing(content), why).toMatchObject({
        kind: 'refused',
        text: expect.stringContaining(why),
      })
    expect(await run('news', 'import', join(dir, 'nowhere.json'))).toMatchObject({ kind: 'refused' })
    expect(await rows()).toEqual(before)
  })
})
