/** A session of a demo account, with the request a viewer's browser sends. */
import { demoAccounts, type DemoAccount } from '#db/demo/accounts.ts'
import { requestWhenFree } from './retry-when-busy.ts'

export type DemoAccountKind = DemoAccount['kind']

export async function logIn(origin: string, kind: DemoAccountKind = 'subscribed') {
  const account = demoAccounts().find((one) => one.kind === kind)
  if (account === undefined) throw new Error(`the demo has no ${kind} account`)
  const body = JSON.stringify({
    phone_number: account.phone,
    password: account.password,
    // A login ends the previous session of the same device, and test files run in parallel.
    device_uid: `test-${kind}-${process.env['VITEST_POOL_ID'] ?? 0}`,
    device_model: 'test',
  })
  const headers = { 'content-type': 'application/json' }
  const response = await requestWhenFree(() =>
    fetch(`${origin}/middleware/login`, { method: 'POST', headers, body }),
  )
  const answer = (await response.json()) as {
    error: number
    message: string
    data: { authkey: string; abonement: string }
  }
  if (answer.error !== 0) throw new Error(`login refused: ${answer.message}`)
  return {
    token: answer.data.authkey,
    abonement: answer.data.abonement,
    account,
    /** Added to a page before it starts, it makes the page start logged in. */
    storeScript: `localStorage.setItem('check2','1');localStorage.setItem('token',${JSON.stringify(answer.data.authkey)});localStorage.setItem('abonement',${JSON.stringify(answer.data.abonement)})`,
  }
}
