import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCommandLine } from './command-line.ts'
import { loadCommands } from './command-list.ts'
import { openAccounts, type Accounts } from '#server/accounts/accounts.ts'
import { auditKey, checkChain, listEvents, openAudit, type Audit } from '#server/audit/audit.ts'
import type { CommandTools } from './command/command.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { loadOwnSecrets } from '#server/platform/installation/installation.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'

const commands = await loadCommands()

let database: TestDatabase
let dir = ''
let tools: CommandTools
let accounts: Accounts
let audit: Audit
let key = ''
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-commands-'))
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: dir, DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
  // As in a running Ekran: the same secrets, its own cache.
  const { passwordPepper } = await loadSecrets(dir, systemRandom)
  key = auditKey({ passwordPepper })
  audit = openAudit({ db: database.db, clock: systemClock, log: silentLog, key })
  accounts = openAccounts({
    db: database.db,
    clock: systemClock,
    random: systemRandom,
    pepper: passwordPepper,
    supportPhone: '71 200-00-00',
    audit,
  })
})
afterAll(async () => {
  await audit.close()
  await database.drop()
  await rm(dir, { recursive: true })
})

/** A command's output, or the first line of its refusal. */
async function run(...args: string[]): Promise<{ kind: string; text: string }> {
  const parsed = readCommandLine(args, commands)
  if (parsed.kind !== 'run')
    return { kind: parsed.kind, text: parsed.kind === 'wrong' ? parsed.problem : parsed.text }
  const outcome = await parsed.command.run(parsed.input, tools)
  return { kind: outcome.kind, text: outcome.kind === 'refused' ? outcome.why : outcome.lines.join('\n') }
}

function generatedPassword(text: string) {
  return /[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/.exec(text)?.[0] ?? ''
}

const device = { serial: '', model: 'Samsung\u001B[2J TV', kind: 'tv', isBound: false } as const

function logIn(abonement: string, password: string, uid = 'tv-1') {
  return accounts.logIn({
    name: { kind: 'abonement', abonement },
    password,
    device: { ...device, uid },
    clientAddress: '84.54.70.1',
  })
}

async function events() {
  return (await listEvents(database.db, { limit: 100 })).map(({ event, actor }) => `${actor} ${event}`)
}

describe('a command', () => {
  it('has help with an example, alone and in its group', async () => {
    for (const { name } of commands) {
      const help = await run(...name.split(' '), '--help')
      expect(help).toMatchObject({ kind: 'help', text: expect.stringContaining(`npm run ekran -- ${name}`) })
      expect(help.text, name).toMatch(/Examples?\n {2}npm run ekran -- /)
      const [group = '', ...rest] = name.split(' ')
      if (rest.length > 0) expect((await run(group)).text).toContain(name)
    }
    expect(readCommandLine(['status'], commands)).toMatchObject({ kind: 'run' })
    expect(readCommandLine([], commands)).toMatchObject({ kind: 'help' })
  })

  it('refuses unknown input without repeating a password in it', async () => {
    expect(await run('accounts', 'delete')).toMatchObject({ kind: 'wrong' })
    for (const args of [
      ['accounts', 'password', '20000001', 'hunter2-hunter2'],
      ['accounts', 'password', '20000001', '--ask-password=hunter2-hunter2'],
      ['accounts', 'add', '--phone', '901112233', '--password=hunter2-hunter2'],
      ['accounts', 'add', '--phone', '901112233', 'hunter2-hunter2'],
    ]) {
      const said = await run(...args)
      expect(said.kind).toBe('wrong')
      expect(said.text).not.toContain('hunter2')
    }
  })
})

describe('the operator’s accounts', () => {
  it('[OPS-01] [ACC-01] are added with a password that is printed once, and log in', async () => {
    const added = await run(
      'accounts',
      'add',
      '--phone',
      '+998 90 111-22-33',
      '--abonement',
      '20000001',
      '--name',
      'Anvar',
    )
    expect(added.kind).toBe('done')
    expect(await logIn('20000001', generatedPassword(added.text))).toMatchObject({ kind: 'logged_in' })
    const byNumber = await run('accounts', 'add', '--phone', '90 111 22 34')
    expect(byNumber.text).toMatch(/^Added: subscriber number \d{8}, phone \+998901112234\.$/m)
    for (const [why, ...args] of [
      ['another account has the phone', '--phone', '901112233', '--abonement', '20000009'],
      ['there is an account with', '--abonement', '20000001'],
      ['no phone of Uzbekistan', '--phone', '+7 900 111 22 33'],
      ['no subscriber number', '--abonement', '12'],
      ['needs a phone or a subscriber number', '--name', 'Nobody'],
    ])
      expect(await run('accounts', 'add', ...args)).toMatchObject({
        kind: 'refused',
        text: expect.stringContaining(why ?? ''),
      })
  })

  it('are shown by phone in any notation and by number, or reported as missing', async () => {
    const byPhone = await run('accounts', 'show', '998901112233')
    expect(byPhone.text).toContain('20000001')
    expect(byPhone.text).toContain('Anvar')
    expect(await run('accounts', 'show', '20000001')).toEqual(byPhone)
    expect(await run('accounts', 'show', '20000099')).toMatchObject({ kind: 'refused' })
    expect(await run('accounts', 'show', 'Anvar')).toMatchObject({ kind: 'refused' })
    // Nine digits that are one account's phone and another's number.
    await run('accounts', 'add', '--abonement', '901112233')
    expect(await run('accounts', 'show', '901112233')).toMatchObject({
      kind: 'refused',
      text: expect.stringContaining('+998'),
    })
    expect(await run('accounts', 'show', '+998901112233')).toEqual(byPhone)
  })

  it('[ACC-09] [ACC-11] are blocked, reactivated, lose devices and sessions, each with a notification to the running Ekran', async () => {
    const password = generatedPassword((await run('accounts', 'add', '--abonement', '20000002')).text)
    for (const uid of ['tv-1', 'tv-2', 'tv-3']) await logIn('20000002', password, uid)
    const heard: string[] = []
    const client = await database.pool.connect()
    client.on('notification', ({ channel }) => heard.push(channel))
    await client.query('listen session_changed')
    try {
      const list = await run('accounts', 'devices', '20000002')
      expect(list.text).toContain('3 devices of 5')
      expect(list.text).not.toContain('\u001B')
      const deviceId = /^ {2}(\d+)/m.exec(list.text)?.[1] ?? ''
      expect(await run('accounts', 'devices', '20000002', '--remove', deviceId)).toMatchObject({
        kind: 'done',
      })
      expect(await run('accounts', 'devices', '20000002', '--remove', deviceId)).toMatchObject({
        kind: 'refused',
      })
      expect(await run('accounts', 'devices', '20000001', '--remove', '99999')).toMatchObject({
        kind: 'refused',
      })
      expect((await run('accounts', 'block', '20000002')).text).toContain('blocked now')
      expect((await run('accounts', 'block', '20000002')).text).toContain('already')
      expect(await logIn('20000002', password)).toMatchObject({ kind: 'not_in_use', state: 'blocked' })
      await run('accounts', 'deactivate', '20000002')
      await run('accounts', 'unblock', '20000002')
      expect((await run('accounts', 'end-sessions', '20000002')).text).toContain('2 sessions ended')
      const changed = await run('accounts', 'password', '20000002')
      expect(await logIn('20000002', password)).toMatchObject({ kind: 'wrong' })
      expect(await logIn('20000002', generatedPassword(changed.text))).toMatchObject({ kind: 'logged_in' })
      await expect.poll(() => heard.length).toBeGreaterThanOrEqual(5)
    } finally {
      client.release(true)
    }
    expect(await events()).toEqual(
      expect.arrayContaining([
        'operator account_added',
        'operator device_removed',
        'operator account_blocked',
        'operator account_deactivated',
        'operator account_opened',
        'operator sessions_ended',
        'operator password_changed',
      ]),
    )
  })
})

describe('the operator’s dealers', () => {
  it('[ACC-12] are added, renamed, listed, and removed unless registrations name them', async () => {
    expect(await run('dealers', 'add', '17', ' Chilonzor ')).toMatchObject({ kind: 'done' })
    await run('dealers', 'add', '17', 'Chilonzor shop')
    await run('dealers', 'add', '18', 'Yunusobod')
    const [account] = await accounts.findByName('20000001')
    await sql`insert into registration (account_id, registered_at, way, client_id, dealer_id, terms_version, network)
      values (${account?.accountId}, now(), 'sms', '1', 17, '2026-01-01', '')`.execute(database.db)
    const list = await run('dealers', 'list')
    expect(list.text).toBe(
      '2 dealers\n  17  Chilonzor shop, 1 registration\n  18  Yunusobod, 0 registrations',
    )
    expect(await run('dealers', 'remove', '17')).toMatchObject({ kind: 'refused' })
    expect(await run('dealers', 'remove', '18')).toMatchObject({ kind: 'done' })
    expect(await run('dealers', 'remove', '18')).toMatchObject({ kind: 'refused' })
    expect(await run('dealers', 'add', '0', 'Nobody')).toMatchObject({ kind: 'refused' })
    expect(await run('dealers', 'add', '19', '')).toMatchObject({ kind: 'refused' })
  })

  it('[FIN-02] have contracts, rules, deposits and cash, and their books are checked', async () => {
    await run('dealers', 'add', '21', 'Sergeli')
    expect(await run('dealers', 'change', '21', '--limit', '1000', '--contract', 'No. 5')).toMatchObject({
      kind: 'done',
    })
    expect(await run('dealers', 'change', '21', '--state', 'gone')).toMatchObject({ kind: 'refused' })
    const rule = ['dealers', 'rule', '21', '--kind', 'every_payment']
    expect(await run(...rule)).toMatchObject({ kind: 'refused' })
    expect(await run(...rule, '--share', '12.5', '--from', '2020-01-01')).toMatchObject({ kind: 'refused' })
    expect(await run(...rule, '--share', '12.5', '--months', '6')).toMatchObject({ kind: 'done' })
    const attach = await run('dealers', 'attach', '20000001', '--dealer', '21', '--reason', 'In the shop')
    expect(attach.text).toContain('belongs to dealer 21')
    const deposit = ['dealers', 'deposit', '21', '--document', 'PO 5', '--sum']
    expect((await run(...deposit, '5000')).text).toContain('is 5000 sums')
    const cash = (sum: string) => run('dealers', 'cash', '21', '--subscriber', '20000001', '--sum', sum)
    expect(await cash('6000')).toMatchObject({ kind: 'done' })
    expect((await cash('0.01')).text).toContain('0 sums are available')
    const shown = (await run('dealers', 'show', '21')).text
    expect(shown).toContain('deposit -1000, credit limit 1000')
    expect(shown).toContain('every_payment, 12.5 %, 6 months')
    const [, entry = ''] = /entry (\d{1,9}) [^\n]{0,40}cash -6000/.exec(shown) ?? []
    const back = ['dealers', 'cash-back', entry, '--reason', 'Wrong one']
    expect(await run(...back)).toMatchObject({ kind: 'done' })
    expect(await run(...back)).toMatchObject({ kind: 'refused' })
    expect(await run('dealers', 'payout', '21', '--month', '2026-01')).toMatchObject({ kind: 'refused' })
    expect(await run('dealers', 'payout-step', '99', 'approve')).toMatchObject({ kind: 'refused' })
    expect(await run('dealers', 'code', '21', 'NO-SUCH')).toMatchObject({ kind: 'refused' })
    const [, ruleId = ''] = /rule (\d+) /.exec(shown) ?? []
    expect(await run('dealers', 'rule-end', ruleId)).toMatchObject({ kind: 'done' })
    expect(await run('dealers', 'check')).toMatchObject({ kind: 'done' })
  })
})

/** The output of an import or `status`, with its exit code first. */
async function printed(...args: string[]): Promise<string> {
  const line = readCommandLine(args, commands)
  if (line.kind !== 'run') throw new Error(`${args.join(' ')} is no command`)
  const lines: string[] = []
  const screen = { line: (text: string) => void lines.push(text), status: () => undefined }
  const outcome = await line.command.run(line.input, { ...tools, screen })
  if (outcome.kind === 'refused') return `1\nNothing was changed: ${outcome.why}.`
  return [outcome.kind === 'bad' ? 1 : 0, ...lines, ...outcome.lines].join('\n')
}

describe('the list of an import', () => {
  it('[OPS-01] is checked before anything is imported: a path that is no folder changes nothing', async () => {
    const [guide, folder] = [join(dir, 'guide.xml'), join(dir, 'a-folder')]
    await writeFile(
      guide,
      `<tv><channel id="a"><display-name>A</display-name></channel>
      <programme start="20260101000000 +0000" stop="20260101010000 +0000" channel="a"><title>T</title></programme></tv>`,
    )
    await mkdir(folder)
    const sums = () =>
      sql<{ guide: number }>`select count(*)::int as guide from guide_source`.execute(database.db)
    const before = (await sums()).rows
    for (const [report, why] of [
      [join(dir, 'none', 'list.tsv'), 'its folder does not exist'],
      [folder, 'it is a folder'],
      [join(guide, 'list.tsv'), 'its folder'],
    ] as const) {
      const said = await printed('import', 'guide', guide, '--report', report)
      expect(said).toMatch(/^1\nNothing was changed: the list .* cannot be written \(/)
      expect(said).toContain(why)
      // The guide was not even read: its report would be the second line.
      expect(said.split('\n')).toHaveLength(2)
    }
    expect((await sums()).rows).toEqual(before)
    const said = await printed('import', 'guide', guide, '--report', join(folder, 'list.tsv'))
    expect(said).not.toContain('Nothing was changed: the list')
    expect(said).toContain('Every channel with what it was matched to')
    expect(await readdir(folder)).toEqual(['list.tsv'])
  })
})

describe('an installation', () => {
  it('[OPS-04] is quiet and works again by command; status shows it, and the audit stays valid', async () => {
    expect(await printed('status')).not.toContain('Quiet (')
    expect((await run('quiet')).text).toBe('It is not quiet.')
    expect((await run('quiet', 'on')).text).toContain('It takes effect at the next start.')
    expect((await run('quiet', 'on')).text).toContain('Quiet (an operator wanted it so)')
    const said = await printed('status')
    expect(said).toContain('Quiet (an operator wanted it so): nothing is recorded, charged, sent')
    expect(said).toContain('npm run ekran -- quiet off')
    expect(await run('payments', 'refund', '1')).toMatchObject({
      kind: 'refused',
      text: 'this Ekran is in quiet mode (an operator wanted it so): it makes no refunds',
    })
    expect((await run('quiet', 'off')).text).toContain('say --yes')
    expect((await run('quiet', 'off', '--yes')).text).toContain('It is to work.')
    expect(await printed('status')).not.toContain('Quiet (')
    expect((await run('quiet', 'off', '--yes')).text).toBe('It is not quiet.')
    // Recorded once each: a command without a change is not recorded.
    expect((await events()).filter((event) => event.includes('quiet'))).toEqual([
      'operator quiet_off',
      'operator quiet_on',
    ])
    expect((await run('audit', 'list')).text).toContain('quiet_off')
    expect((await run('audit', 'check')).text).toContain('The record is whole')
  })

  it('[OPS-04] continues with other secrets only by command, which is recorded', async () => {
    await loadOwnSecrets(database.db, dir, systemRandom)
    const file = join(dir, 'secrets.json')
    const first = await readFile(file)
    await rm(file)
    await expect(loadOwnSecrets(database.db, dir, systemRandom)).rejects.toThrow(
      /has no secrets\.json .*npm run ekran -- secrets accept/s,
    )
    expect((await run('secrets', 'accept')).text).toContain('are the right ones from now on')
    await loadOwnSecrets(database.db, dir, systemRandom)
    expect(await readFile(file)).not.toEqual(first)
    // The first secrets are restored: now these must be accepted.
    await writeFile(file, first)
    await expect(loadOwnSecrets(database.db, dir, systemRandom)).rejects.toThrow(/has another secrets\.json/)
    await run('secrets', 'accept')
    await loadOwnSecrets(database.db, dir, systemRandom)
    expect((await events()).filter((event) => event === 'operator secrets_accepted')).toHaveLength(2)
    // A database older than the marks: its accounts must be protected too.
    await database.db.deleteFrom('installation').where('name', '=', 'secrets').execute()
    await rm(file)
    await expect(loadOwnSecrets(database.db, dir, systemRandom)).rejects.toThrow(
      /has accounts, and the data folder .* has no secrets\.json/,
    )
    // A refused command created nothing.
    expect(await readdir(dir)).not.toContain('secrets.json')
    await writeFile(file, first)
    await loadOwnSecrets(database.db, dir, systemRandom)
    expect((await run('audit', 'check')).text).toContain('The record is whole')
  })
})

describe('the audit', () => {
  it('[ACC-14] is listed for an account and for days, without a secret, and checked', async () => {
    const own = await run('audit', 'list', '--account', '20000002', '--days', '1')
    expect(own.text).toContain('account_blocked')
    expect(own.text).not.toContain('account_added  account 1 ')
    expect(own.text).not.toMatch(/[a-z2-9]{4}(-[a-z2-9]{4}){3}/)
    expect((await run('audit', 'list')).text).toContain('dealer_removed')
    expect(await run('audit', 'list', '--account', '55555555')).toMatchObject({ kind: 'refused' })
    expect(await run('audit', 'list', '--days', 'all')).toMatchObject({ kind: 'refused' })
    const whole = await checkChain(database.db, { key })
    expect(whole.kind).toBe('whole')
    expect((await run('audit', 'check')).text).toContain('is whole')
    // A number may be missing: a repeated write of an event took the next one.
    const { event_id: second } = await database.db
      .selectFrom('security_event')
      .select('event_id')
      .orderBy('event_id')
      .offset(1)
      .executeTakeFirstOrThrow()
    await database.db.transaction().execute(async (trx) => {
      await sql`alter table security_event disable trigger user`.execute(trx)
      await sql`update security_event set event = 'nothing_happened' where event_id = ${second}`.execute(trx)
      await sql`alter table security_event enable trigger user`.execute(trx)
    })
    expect(await run('audit', 'check')).toMatchObject({
      kind: 'bad',
      text: expect.stringContaining(`event ${second} `),
    })
  })
})

describe('the operator’s network', () => {
  it('[REGION-02] is replaced completely or not at all, and shows by which prefix an address is inside', async () => {
    expect((await run('network', 'check', '8.8.8.8')).text).toContain('everybody')
    const path = join(dir, 'given.txt')
    await writeFile(path, '# date: 2026-11-01\n84.54.64.0/19\n!84.54.70.0/24\n2a05:45c0::/32\nx\ny\n')
    const taken = await run('network', 'import', path)
    expect(taken.text).toContain('3 prefixes of 2026-11-01 (before: 0)')
    expect(taken.text).toContain('2 lines (5, 6)')
    expect((await run('network', 'check', '84.54.71.1')).text).toContain(
      'inside, by the prefix 84.54.64.0/19',
    )
    expect((await run('network', 'check', '84.54.70.1')).text).toContain(
      'outside, by the prefix 84.54.70.0/24',
    )
    expect((await run('network', 'check', '8.8.8.8')).text).toContain('outside: no prefix')
    expect((await run('network', 'check', '2a05:45c0::9')).text).toContain('inside')
    expect(await run('network', 'check', '84.54')).toMatchObject({ kind: 'refused' })
    await writeFile(path, '84.54.64.0/19\n')
    expect(await run('network', 'import', path)).toMatchObject({ kind: 'refused' })
    expect(await run('network', 'import', path, '--force')).toMatchObject({ kind: 'done' })
  })

  it('[TV-07] names an invalid channel list', async () => {
    expect((await run('network', 'world')).text).toContain('No channel')
    for (const list of ['1,x', '-1', '1.5', '99999999999', '1,1', '4711', '', ','])
      expect(await run('network', 'world', '--', list), list).toMatchObject({ kind: 'refused' })
    expect((await run('network', 'world', 'none')).text).toContain('0 channels')
  })
})

describe('hiding titles', () => {
  it('[CAT-12] [ACC-14] lists what is hidden, shown and unknown, and is recorded', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into title (key, content_hash, is_series, category_id, provider_id, name_ru, name_uz, year)
      values ('hide:1', '', false, 1, 1, 'Раз', '', 2020) returning id`.execute(database.db)
    const vid = String(rows[0]?.id)
    expect(await run('titles', 'hide', vid, '999999')).toEqual({
      kind: 'done',
      text: expect.stringMatching(
        /^1 title is hidden\.\nThere is no title 999999\.\nTo undo it: npm run ekran -- changes undo \d+$/,
      ),
    })
    expect((await run('titles', 'show', vid)).text).toMatch(/^1 title is shown\.\nTo undo it: /)
    for (const wrong of ['0', 'x', '-1', '99999999999', '999999', "1'; drop table title"])
      expect(await run('titles', 'hide', '--', wrong), wrong).toMatchObject({ kind: 'refused' })
    const events = await listEvents(database.db, { limit: 10 })
    expect(JSON.stringify(events)).toContain('titles_hidden')
  })
})

describe('an address for other players', () => {
  it('is printed once, replaced, revoked, and recorded', async () => {
    await accounts.upsertAccount(buildAccount('77000077', { password: 'zarafshon-77' }))
    const made = await run('accounts', 'export', '77000077')
    expect(made.text).toMatch(/http:\/\/localhost:\d+\/export\/[\w-]{22}\/playlist\.m3u8$/m)
    expect((await run('accounts', 'export', '77000077')).text).not.toBe(made.text)
    expect((await run('accounts', 'export', '77000077', '--off')).text).toContain('any more')
    expect((await run('accounts', 'export', '77000077', '--off')).text).toContain('had none')
    expect(await events()).toEqual(
      expect.arrayContaining([
        'operator other_players_address_made',
        'operator other_players_address_taken_back',
      ]),
    )
  })
})

describe('the tariffs', () => {
  it('[TARIFF-01] [OPS-01] are imported from a file, shown, exported, and imported again unchanged', async () => {
    const file = join(dir, 'tariffs.json')
    const films = {
      id: 71,
      name: { ru: 'Кино', uz: 'Kino', en: 'Films' },
      kind: 'additional',
      price: '9900.50',
    }
    await writeFile(file, JSON.stringify({ tariffs: [{ ...films, providers: [1] }] }))
    expect((await run('tariffs', 'put', file, '--dry-run')).text).toContain('1 tariff would change')
    expect((await run('tariffs', 'list')).text).toBe('0 tariffs.')
    expect((await run('tariffs', 'put', file)).text).toContain('1 tariff changed, 0 as before')
    expect((await run('tariffs', 'show', '71')).text).toContain('price: 9900.50 soʻm')
    expect((await run('tariffs', 'list')).text).toContain('71 Кино: additional, 9900.50 soʻm')
    await writeFile(file, (await run('tariffs', 'export')).text)
    expect((await run('tariffs', 'put', file)).text).toBe('0 tariffs changed, 1 as before.')
    expect(await events()).toContain('operator tariffs_written')
    await writeFile(file, '{ "tariffs": [\n{ "id": 71, "price": -1 }\n] }')
    const refused = await run('tariffs', 'put', file)
    expect(refused).toMatchObject({ kind: 'refused' })
    expect(refused.text).toContain('line 2: tariff 71, price must be a price in soʻm')
    expect(await run('tariffs', 'show', '72')).toMatchObject({ kind: 'refused' })
    expect(await run('tariffs', 'put', join(dir, 'none.json'))).toMatchObject({ kind: 'refused' })
  })
})
