import { maskedPhone } from './mobile-phone.ts'
import { type Caller, type Refusal, type ModuleDeps, refused } from './deps.ts'
import { tryCode, type Guess, type TriedCode } from './count-guesses.ts'
import { codeTries } from '#contract/form/constants.ts'
import { networkOf } from '#server/accounts/accounts.ts'

type Right = Extract<TriedCode, { kind: 'right' }>

/** Compares a code and records a wrong guess; the contract's refusal when it is wrong. */
export async function guessCode(
  deps: ModuleDeps,
  guess: Omit<Guess, 'network'>,
  caller: Caller,
  accountId?: number,
): Promise<Right | Refusal<'wrong_code' | 'code_spent'>> {
  const network = networkOf(caller.clientAddress)
  const tried = await tryCode(deps, { ...guess, network }, deps.clock.nowMs())
  if (tried.kind === 'right') return tried
  const left = tried.kind === 'wrong' ? tried.left : 0
  // Guesses at a used or never requested code are not reported: a flood of them is no news.
  if (tried.kind === 'wrong' || tried.isLastTry) {
    const facts = { phone: maskedPhone(guess.phone), purpose: guess.purpose, count: codeTries - left }
    void deps.audit.record({
      event: 'code_guessed_wrong',
      actor: 'viewer',
      address: caller.clientAddress,
      facts,
      ...(accountId === undefined ? {} : { accountId }),
    })
  }
  return tried.kind === 'wrong' ? { ...refused('wrong_code'), values: { left } } : refused('code_spent')
}
