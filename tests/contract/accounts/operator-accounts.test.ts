/**
 * An operator at the command line and a viewer on the running product: the operator's changes apply to the viewer at
 * once.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, inject, it } from 'vitest'
import { failures } from '#contract/form/failures.ts'
import { askPath, endSession } from '#tests/kit/product/request.ts'

/** `npm run ekran -- …` on the running product's data. */
async function ekran(args: readonly string[], input = '') {
  const env = { ...process.env, EKRAN_DATA: inject('product').dataDir }
  const child = spawn(process.execPath, ['server/cli/cli.ts', ...args], { env })
  let [said, complained] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complained += text))
  child.stdin.end(input)
  await once(child, 'close')
  return { code: child.exitCode, said, complained }
}

function logIn(abonement: string, password: string) {
  return askPath('/middleware/login', {
    method: 'POST',
    fields: { abonement, password, device_uid: 'operator-test', device_model: 'test' },
  })
}

async function info(token: string) {
  const answered = await askPath('/middleware/customer/info', { token })
  return String(answered.json?.['failure'] ?? 'answered')
}

function tokenOf(login: Awaited<ReturnType<typeof logIn>>) {
  return String((login.json?.['data'] as { authkey?: string } | undefined)?.authkey)
}

it(
  '[OPS-01] [ACC-11] [ACC-14] adds, blocks, unblocks and resets an account of a running Ekran',
  { timeout: 120_000 },
  async () => {
    const abonement = String(30_000_000 + Math.floor(Math.random() * 9_000_000))
    const password = 'navroz bahori keldi'
    const added = await ekran(
      ['accounts', 'add', '--abonement', abonement, '--ask-password'],
      `${password}\n`,
    )
    expect(added).toMatchObject({ code: 0, said: expect.stringContaining(abonement) })
    expect(added.said).not.toContain(password)
    const weak = await ekran(['accounts', 'add', '--abonement', '30000001', '--ask-password'], '12345678\n')
    expect(weak).toMatchObject({ code: 1, said: '', complained: expect.stringContaining('well-known') })

    const login = await logIn(abonement, password)
    const token = tokenOf(login)
    expect(await info(token)).toBe('answered')
    await ekran(['accounts', 'block', abonement])
    await expect.poll(() => info(token), { timeout: 30_000 }).toBe('session_blocked')
    await ekran(['accounts', 'unblock', abonement])
    await expect.poll(() => info(token), { timeout: 30_000 }).toBe('answered')
    expect((await ekran(['accounts', 'devices', abonement])).said).toContain('1 device of 5')

    const reset = await ekran(['accounts', 'password', abonement])
    const newer = /[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/.exec(reset.said)?.[0] ?? ''
    await expect.poll(() => info(token), { timeout: 30_000 }).toBe('not_authorized')
    expect((await logIn(abonement, password)).json?.['error']).toBe(failures.wrong_credentials.number)
    const again = await logIn(abonement, newer)
    expect(await info(tokenOf(again))).toBe('answered')
    await endSession(again)

    const record = (await ekran(['audit', 'list', '--account', abonement])).said
    for (const event of ['account_added', 'account_blocked', 'account_opened', 'password_changed', 'logout'])
      expect(record).toContain(event)
    for (const secret of [password, newer, token]) expect(record).not.toContain(secret)
    expect(await ekran(['audit', 'check'])).toMatchObject({ code: 0, said: expect.stringContaining('whole') })
  },
)
