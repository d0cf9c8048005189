/** A separate viewer on the running product, for tests that would change a demo account. */
import { randomInt } from 'node:crypto'
import { runCommand } from './command-line.ts'

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
  await addAccount(abonement, more.hasPhone === true ? ['--phone', `+9989${abonement}`] : [])
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

async function addAccount(abonement: string, more: readonly string[]): Promise<void> {
  const words = ['accounts', 'add', '--abonement', abonement, '--ask-password', ...more]
  const { code, errors } = await runCommand(words, `${password}\n`)
  if (code !== 0) throw new Error(`an account could not be added: ${errors}`)
}
