/** Logging in, the session and the subscriber, over real HTTP with the demo's accounts. */
import { describe, expect, it } from 'vitest'
import { demoAccounts } from '#db/demo/accounts.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { askPath, endSession, origin } from '#tests/kit/product/request.ts'

function login(fields: Record<string, string>) {
  return askPath('/middleware/login', {
    method: 'POST',
    fields: { device_uid: 'contract-accounts', device_serial: 'S1', device_model: 'M1', ...fields },
    headers: { 'x-forwarded-for': '198.51.100.250' },
  })
}

function status(token?: string) {
  return askPath('/middleware/account/status', { token })
}

describe('a login', () => {
  it.each(demoAccounts())('[ACC-01] works with the phone or the number of $abonement', async (account) => {
    for (const name of [
      { phone_number: account.phone },
      { phone_number: `${account.phone.slice(4, 6)} ${account.phone.slice(6)}` },
      { abonement: account.abonement },
    ]) {
      const answered = await login({ ...name, password: account.password })
      expect(answered.json).toMatchObject({ error: 0, data: { abonement: account.abonement } })
      await endSession(answered)
    }
  })

  it('[ACC-01] is rejected with the same message for a wrong password or name, in both languages', async () => {
    const account = demoAccounts()[1]
    const refusals = [
      await login({ phone_number: account?.phone ?? '', password: 'wrong' }),
      await login({ phone_number: '+998901112233', password: 'wrong' }),
      await login({ abonement: '99999999', password: 'wrong' }),
    ]
    for (const refused of refusals) {
      expect(refused.status).toBe(200)
      expect(refused.json).toEqual(refusals[0]?.json)
    }
    const inUzbek = await login({ abonement: '99999999', password: 'wrong', lang: 'uz' })
    expect(inUzbek.json?.['failure']).toBe('wrong_credentials')
    expect(inUzbek.json?.['message']).not.toBe(refusals[0]?.json?.['message'])
  })
})

describe('a session', () => {
  it('[ACC-06] has status 0 with its token and 1 without one, with a wrong one and after the logout', async () => {
    const { token } = await logIn(origin(), 'unsubscribed')
    expect((await status(token)).json?.['data']).toMatchObject({ status: 0 })
    expect((await status()).json?.['data']).toMatchObject({ status: 1 })
    expect((await status('x'.repeat(43))).json?.['data']).toMatchObject({ status: 1 })
    const asParameter = await askPath('/middleware/account/status', { fields: { authkey: token } })
    expect(asParameter.json?.['data']).toMatchObject({ status: 0 })
    await askPath('/middleware/logout', { method: 'POST', token })
    expect((await status(token)).json?.['data']).toMatchObject({ status: 1 })
    expect((await askPath('/middleware/customer/info', { token })).status).toBe(403)
  })

  it('[ACC-05] of a device ends when the same device logs in again', async () => {
    const first = await logIn(origin(), 'unsubscribed')
    const second = await logIn(origin(), 'unsubscribed')
    expect(second.token).not.toBe(first.token)
    expect((await status(first.token)).json?.['data']).toMatchObject({ status: 1 })
    expect((await status(second.token)).json?.['data']).toMatchObject({ status: 0 })
  })
})
