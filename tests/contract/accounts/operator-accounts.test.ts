/**
 * An operator at the command line and a viewer on the running product: the operator's changes apply to the viewer at
 * once.
 */
import { expect, it } from 'vitest'
import { failures } from '#contract/form/failures.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { askPath, endSession } from '#tests/kit/product/request.ts'

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
    const added = await runCommand(
      ['accounts', 'add', '--abonement', abonement, '--ask-password'],
      `${password}\n`,
    )
    expect(added).toMatchObject({ code: 0, output: expect.stringContaining(abonement) })
    expect(added.output).not.toContain(password)
    const weak = await runCommand(
      ['accounts', 'add', '--abonement', '30000001', '--ask-password'],
      '12345678\n',
    )
    expect(weak).toMatchObject({ code: 1, output: '', errors: expect.stringContaining('well-known') })

    const login = await logIn(abonement, password)
    const token = tokenOf(login)
    expect(await info(token)).toBe('answered')
    await runCommand(['accounts', 'block', abonement])
    await expect.poll(() => info(token), { timeout: 30_000 }).toBe('session_blocked')
    await runCommand(['accounts', 'unblock', abonement])
    await expect.poll(() => info(token), { timeout: 30_000 }).toBe('answered')
    expect((await runCommand(['accounts', 'devices', abonement])).output).toContain('1 device of 5')

    const reset = await runCommand(['accounts', 'password', abonement])
    const newer = /[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/.exec(reset.output)?.[0] ?? ''
    await expect.poll(() => info(token), { timeout: 30_000 }).toBe('not_authorized')
    expect((await logIn(abonement, password)).json?.['error']).toBe(failures.wrong_credentials.number)
    const again = await logIn(abonement, newer)
    expect(await info(tokenOf(again))).toBe('answered')
    await endSession(again)

    const record = (await runCommand(['audit', 'list', '--account', abonement])).output
    for (const event of ['account_added', 'account_blocked', 'account_opened', 'password_changed', 'logout'])
      expect(record).toContain(event)
    for (const secret of [password, newer, token]) expect(record).not.toContain(secret)
    expect(await runCommand(['audit', 'check'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('whole'),
    })
  },
)
