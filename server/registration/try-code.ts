import { maskedPhone } from './mobile-phone.ts'
import type { Caller, Refusal, RoomNeeds } from './needs.ts'
import { refused } from './needs.ts'
import type { TriedCode } from './one-time-code.ts'
import { tryCode } from './one-time-code.ts'
import type { Purpose } from './rules.ts'
import { CODE_TRIES } from '#contract/constants.ts'

type Right = Extract<TriedCode, { kind: 'right' }>

/** Tries a code and writes a wrong guess down; the contract's refusal when it is not the right one. */
export async function guessCode(
  needs: RoomNeeds,
  guess: { readonly purpose: Purpose; readonly phone: string; readonly code: string },
  caller: Caller,
  accountId?: number,
): Promise<Right | Refusal<'wrong_code' | 'code_spent'>> {
  const tried = await tryCode(needs, guess, needs.clock.nowMs())
  if (tried.kind === 'right') return tried
  const left = tried.kind === 'wrong' ? tried.left : 0
  // Nobody waits for a code that was used up or never asked for: a flood of such guesses is no news.
  if (tried.kind === 'wrong' || tried.isLastTry) {
    const facts = { phone: maskedPhone(guess.phone), purpose: guess.purpose, count: CODE_TRIES - left }
    void needs.audit.record({
      event: 'code_guessed_wrong',
      actor: 'viewer',
      address: caller.clientAddress,
      facts,
      ...(accountId === undefined ? {} : { accountId }),
    })
  }
  return tried.kind === 'wrong' ? { ...refused('wrong_code'), values: { left } } : refused('code_spent')
}
