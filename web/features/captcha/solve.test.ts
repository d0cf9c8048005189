import { createChallenge, verifySolution, type ChallengeParameters } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { describe, expect, it } from 'vitest'
import { solveInSlices } from './solve-challenge.ts'
import { payloadOf, puzzleOf, trySome, type Challenge } from './solve.ts'

const secret = 'a secret of the test'

async function challengeOf(params: Partial<Pick<ChallengeParameters, 'cost' | 'keyPrefix' | 'keyLength'>>) {
  const made = await createChallenge({
    algorithm: 'SHA-256',
    cost: 1,
    deriveKey,
    hmacSignatureSecret: secret,
    expiresAt: new Date(Date.now() + 60_000),
    ...params,
  })
  return { parameters: { ...made.parameters }, signature: String(made.signature) } satisfies Challenge
}

/** How the server judges a payload. */
async function isTaken(payload: string) {
  const { challenge, solution } = JSON.parse(atob(payload))
  return (await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: secret })).verified
}

describe('[ACC-02] a challenge is solved as the server requires', () => {
  it.each([
    { cost: 1, keyPrefix: '00' },
    { cost: 7, keyPrefix: '0' },
    { cost: 3, keyPrefix: 'a3F' },
    { cost: 2, keyPrefix: '12', keyLength: 16 },
  ])('%o', async (params) => {
    const challenge = await challengeOf(params)
    const puzzle = puzzleOf(challenge)
    const solution = puzzle === null ? null : trySome(puzzle, 0, 200_000)
    expect(solution).not.toBeNull()
    if (solution !== null) expect(await isTaken(payloadOf(challenge, solution))).toBe(true)
  })

  it('is solved also in slices, where there is no worker', async () => {
    const challenge = await challengeOf({ keyPrefix: '000' })
    const solution = await solveInSlices(challenge, new AbortController().signal, Date.now() + 15_000)
    expect(solution).not.toBeNull()
    if (solution !== null) expect(await isTaken(payloadOf(challenge, solution))).toBe(true)
  })

  it('rejects a number that solves another challenge', async () => {
    const [one, other] = [await challengeOf({ keyPrefix: '00' }), await challengeOf({ keyPrefix: '00' })]
    const puzzle = puzzleOf(one)
    const solution = puzzle === null ? null : trySome(puzzle, 0, 200_000)
    if (solution !== null) expect(await isTaken(payloadOf(other, solution))).toBe(false)
    expect(solution).not.toBeNull()
  })

  it('stops when the caller aborts', async () => {
    const abort = new AbortController()
    abort.abort()
    const challenge = await challengeOf({ keyPrefix: '00000000' })
    expect(await solveInSlices(challenge, abort.signal, Date.now() + 15_000)).toBeNull()
  })

  it.each([
    { algorithm: 'ARGON2ID' },
    { salt: 'no hex' },
    { nonce: '' },
    { keyPrefix: '' },
    { cost: Number.POSITIVE_INFINITY },
    { cost: 10_000_000 },
  ])('%o is not tried', async (wrong) => {
    const { parameters, signature } = await challengeOf({})
    expect(puzzleOf({ parameters: { ...parameters, ...wrong }, signature })).toBeNull()
  })
})
