/** A separate viewer on the running product, for tests that would change a demo account. */
import { randomInt } from 'node:crypto'
import { inject } from 'vitest'
import { byOperator } from '#server/cli/accounts/account-command.ts'
import { openAccountServices } from '#server/cli/command/services.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'

const password = 'chinor soyasida suhbat'

export interface AddedViewer {
  readonly abonement: string
  readonly password: string
  readonly token: string
  /** Added to a page before it starts, it makes the page start logged in. */
  readonly storeScript: string
}

/**
 * Adds an account as an operator does and logs it in as its browser would. It has no subscription, and a phone only on
 * request.
 */
export async function addViewer(
  origin: string,
  more: { readonly hasPhone?: boolean } = {},
): Promise<AddedViewer> {
  const abonement = String(randomInt(40_000_000, 90_000_000))
  await addAccount(abonement, more.hasPhone === true ? `+9989${abonement}` : null)
  const response = await fetch(`${origin}/middleware/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ abonement, password, device_uid: `viewer-${abonement}`, device_model: 'test' }),
  })
  const answer = (await response.json()) as { message: string; data?: { authkey: string } }
  const token = answer.data?.authkey
  if (token === undefined) throw new Error(`the login of a new account was refused: ${answer.message}`)
  const stored = { check2: '1', token, abonement, device_uid: `viewer-${abonement}` }
  const storeScript = Object.entries(stored)
    .map(([key, value]) => `localStorage.setItem(${JSON.stringify(key)},${JSON.stringify(value)})`)
    .join(';')
  return { abonement, password, token, storeScript }
}

/** As the command `accounts add` does, without a process of its own: most journeys begin with it. */
async function addAccount(abonement: string, phone: string | null): Promise<void> {
  const read = readSettings({ EKRAN_DATA: inject('product').dataDir })
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'))
  await using stack = new AsyncDisposableStack()
  const tools = {
    settings: read.settings,
    log: silentLog,
    screen: { line: () => undefined, status: () => undefined },
    signal: AbortSignal.timeout(60_000),
  }
  const { accounts } = await openAccountServices(tools, stack)
  const account = { phone, abonement, name: '', password, serviceId: undefined }
  const { kind } = await accounts.addAccount(account, byOperator)
  if (kind !== 'added') throw new Error(`an account could not be added: ${kind}`)
}
