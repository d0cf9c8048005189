import { Readable } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readPassword } from '#server/cli/accounts/read-password.ts'
import { judgePassword } from '#server/accounts/accounts.ts'
import { passwordMax, passwordMin } from '#contract/form/constants.ts'
import { amount, moment, shown } from './command.ts'

afterEach(() => void vi.unstubAllGlobals())

describe('[OPS-01] an output line of a command', () => {
  it('uses singular and plural', () => {
    expect([amount(0, 'session'), amount(1, 'session'), amount(2, 'session')]).toEqual([
      '0 sessions',
      '1 session',
      '2 sessions',
    ])
    expect(amount(2, 'prefix', 'prefixes')).toBe('2 prefixes')
  })

  it('prints moments in Tashkent time, also over midnight', () => {
    expect(moment(Date.UTC(2026, 11, 31, 19, 30, 59))).toBe('2027-01-01 00:30 Tashkent')
  })

  it('prints external text without cursor control or changed writing direction', () => {
    expect(shown('\u001b[2Jred\u0007\u202Eabc\u200b')).toBe('?[2Jred??abc?')
    expect(shown('Ўзбекистон')).toBe('Ўзбекистон')
    expect(shown('x'.repeat(500))).toHaveLength(200)
  })
})

describe('[ACC-14] a password that an operator sets', () => {
  const { signal } = new AbortController()

  /** The password from this standard input. */
  function piped(...chunks: readonly string[]) {
    vi.stubGlobal('process', { ...process, stdin: Readable.from(chunks) })
    return readPassword(true, ['+998901234567', 'Dilshod'], signal)
  }

  it('is generated, and acceptable, when none is requested', async () => {
    const [one, other] = [await readPassword(false, [], signal), await readPassword(false, [], signal)]
    if (one.kind === 'refused' || other.kind === 'refused') throw new Error('one is made')
    expect([one.isMade, judgePassword(one.password, [])]).toEqual([true, 'good'])
    expect(one.password).not.toBe(other.password)
  })

  it('is the first line of the piped input, with any line end', async () => {
    const taken = { kind: 'taken', password: 'correct horse battery', isMade: false }
    expect(await piped('correct horse battery\nsecond line\n')).toEqual(taken)
    expect(await piped('correct horse', ' battery\r\n')).toEqual(taken)
    expect(await piped('correct horse battery')).toEqual(taken)
  })

  it.each([
    ['qz4!', `shorter than ${passwordMin}`],
    ['x7'.repeat(passwordMax), `longer than ${passwordMax}`],
    ['password123', 'well-known'],
    ['dilshod2026', 'well-known'],
    ['', `shorter than ${passwordMin}`],
  ])('is refused as %j with a message that does not repeat it', async (password, why) => {
    const refusal = await piped(`${password}\n`)
    if (refusal.kind !== 'refused') throw new Error('it is refused')
    expect(refusal.why).toContain(why)
    if (password !== '') expect(refusal.why).not.toContain(password)
  })

  it('without a line end is not read for ever', async () => {
    let chunks = 0
    const long = Readable.from(
      (function* () {
        while (chunks < 1000) {
          chunks += 1
          yield 'x'.repeat(1000)
        }
      })(),
    )
    vi.stubGlobal('process', { ...process, stdin: long })
    expect((await readPassword(true, [], signal)).kind).toBe('refused')
    expect(chunks).toBeLessThan(100)
  })
})
