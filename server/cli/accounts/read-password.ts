import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { judgePassword, generatePassword } from '#server/accounts/accounts.ts'
import { passwordMax, passwordMin } from '#contract/form/constants.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'

export type PasswordInput =
  | { readonly kind: 'taken'; readonly password: string; readonly isMade: boolean }
  | { readonly kind: 'refused'; readonly why: string }

const whyNot = {
  short: `the password is shorter than ${passwordMin} characters`,
  long: `the password is longer than ${passwordMax} characters`,
  common: 'the password is a well-known one, or made of the phone, the number or the name',
} as const

/** The option of every command that sets a password, and its help text. */
export const passwordOption = { 'ask-password': { type: 'boolean' } } as const
export const passwordHelp = `  --ask-password   take the password from a prompt, or from standard input when that is no terminal. It is never an
                   argument, which other users of the machine could read. Without it one is generated and printed once.`

/** The operator's password: typed, piped in, or generated. `about` must not be part of it. */
export async function readPassword(
  usePrompt: boolean,
  about: readonly string[],
  signal: AbortSignal,
): Promise<PasswordInput> {
  if (!usePrompt) return { kind: 'taken', password: generatePassword(systemRandom), isMade: true }
  const password = process.stdin.isTTY ? await typed(signal) : await piped()
  if (password === undefined) return { kind: 'refused', why: 'the two passwords are not the same' }
  const judged = judgePassword(password, about)
  return judged === 'good'
    ? { kind: 'taken', password, isMade: false }
    : { kind: 'refused', why: whyNot[judged] }
}

/** Prompts twice, because the input is not shown. */
async function typed(signal: AbortSignal): Promise<string | undefined> {
  const silent = new Writable({ write: (_chunk, _encoding, next) => next() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    const ask = async (question: string) => {
      process.stderr.write(question)
      const answer = await lines.question('', { signal })
      process.stderr.write('\n')
      return answer
    }
    const first = await ask('Password: ')
    return (await ask('The same again: ')) === first ? first : undefined
  } finally {
    lines.close()
  }
}

const maxBytes = 4096

/** The first line of standard input. */
async function piped(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) {
    text += String(chunk)
    if (text.length > maxBytes || text.includes('\n')) break
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}
