import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listEvents } from '#server/audit/audit.ts'
import { readCommandLine } from '#server/cli/command-line.ts'
import { loadCommands } from '#server/cli/command-list.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

const commands = await loadCommands()

let database: TestDatabase
let dir = ''
let tools: CommandTools
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-staff-'))
  await mkdir(join(dir, 'data'))
  await loadSecrets(join(dir, 'data'), systemRandom)
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({
    EKRAN_DATA: join(dir, 'data'),
    DATABASE_URL: url,
    EKRAN_PUBLIC_URL: 'https://tv.example.uz',
  })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

async function run(...words: string[]): Promise<{ kind: string; text: string }> {
  const parsed = readCommandLine(words, commands)
  if (parsed.kind !== 'run')
    return { kind: parsed.kind, text: parsed.kind === 'wrong' ? parsed.problem : parsed.text }
  const outcome = await parsed.command.run(parsed.input, tools)
  return { kind: outcome.kind, text: outcome.kind === 'refused' ? outcome.why : outcome.lines.join('\n') }
}

describe('[STAFF-01] [STAFF-05] the commands of staff', () => {
  it('invite the first owner with a link, which is listed and recorded without its token', async () => {
    const invited = await run('staff', 'invite', 'Kamola@ekran.uz', 'Kamola', '--role', 'owner')
    expect(invited.text).toMatch(/https:\/\/tv\.example\.uz\/console\/invitation#[\w-]{43}$/)
    const { text } = await run('staff', 'list')
    expect(text).toContain('0 members of staff')
    expect(text).toContain('kamola@ekran.uz  owner  invitation until ')
    const events = await listEvents(database.db, { limit: 10, section: 'staff' })
    expect(events).toMatchObject([
      {
        event: 'staff_invited',
        actor: 'operator',
        change: { subject: 'invitation kamola@ekran.uz', before: null, after: { role: 'owner' } },
      },
    ])
    expect(JSON.stringify(events)).not.toContain(invited.text.slice(-43))
  })

  it('change the access of a member, and show it in the audit', async () => {
    for (const [login, role] of [
      ['dilshod', 'support'],
      ['aziza', 'owner'],
    ] as const)
      await database.db
        .insertInto('staff')
        .values({
          ...{
            login,
            name: `Name ${login}`,
            role,
            language: 'ru',
            password_hash: 'none',
            user_handle: login,
          },
          created_at: new Date(),
        })
        .execute()
    expect(await run('staff', 'role', 'dilshod', 'content-editor')).toEqual({
      kind: 'done',
      text: 'Name dilshod is content_editor now.',
    })
    expect((await run('staff', 'block', 'Dilshod')).text).toBe('Name dilshod is blocked.')
    expect((await run('staff', 'list')).text).toContain('dilshod  Name dilshod  content_editor  blocked')
    expect((await run('staff', 'unblock', 'dilshod')).kind).toBe('done')
    expect((await run('staff', 'reset-factor', 'dilshod')).kind).toBe('done')
    expect((await run('staff', 'reset-password', 'dilshod')).text).toContain('/console/invitation#')
    expect((await run('staff', 'sessions', 'dilshod')).text).toBe('0 sessions of Name dilshod')
    expect((await run('staff', 'sessions', 'dilshod', '--end')).text).toBe(
      '0 sessions of Name dilshod ended.',
    )
    const { text } = await run('audit', 'list', '--section', 'staff')
    expect(text).toContain('staff_role_changed')
    expect(text).toContain('{"role":"support"} → {"role":"content_editor"}')
    expect((await run('audit', 'list', '--staff', 'dilshod')).text).toBe('0 events.')
    expect((await run('staff', 'block', 'aziza')).text).toContain('the last owner')
  })

  it.each([
    [['staff', 'invite', 'x', 'Somebody', '--role', 'owner'], 'a login has 3 to 100'],
    [['staff', 'invite', 'somebody', 'Somebody', '--role', 'king'], 'king is no role: owner'],
    [['staff', 'invite', 'somebody', 'Somebody'], 'is no role'],
    [['staff', 'invite', 'aziza', 'Somebody', '--role', 'support'], 'a member of staff has this login'],
    [['staff', 'role', 'nobody', 'owner'], 'no member of staff has the login nobody'],
    [['staff', 'role', 'aziza'], 'takes 2 words'],
    [['audit', 'list', '--staff', 'nobody'], 'no member of staff has the login nobody'],
  ])('refuse %j with the reason', async (words, why) => {
    const { kind, text } = await run(...words)
    expect(kind).not.toBe('done')
    expect(text).toContain(why)
  })
})
