import * as fc from 'fast-check'
import { expect, describe, it } from 'vitest'
import { captchaLifeMs, captchaWork, createCaptchas } from './captcha.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { captchaPayload, solveCaptcha } from '#tests/kit/modules/solve-captcha.ts'

// Ahead of the machine's own clock, which the library uses as well.
const clock = manualClock(Date.now() + 86_400_000)
const captchas = createCaptchas({ clock, secret: 'a secret of the tests' })

describe('a captcha', () => {
  it('[ACC-12] is solved by computation and valid until it expires', async () => {
    const challenge = await captchas.challenge()
    const solved = solveCaptcha(challenge)
    const checked = await captchas.check(solved)
    expect(checked).toMatchObject({ kind: 'good', signature: challenge.signature })
    expect(await captchas.check(Buffer.from(solved, 'base64').toString('base64url'))).toEqual(checked)
    clock.advanceMs(captchaLifeMs - 1000)
    expect(await captchas.check(solved)).toMatchObject({ kind: 'good' })
    clock.advanceMs(1000)
    expect(await captchas.check(solved)).toEqual({ kind: 'wrong' })
  })

  it('requires an amount of computation within its bounds', async () => {
    const counts = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const solved = solveCaptcha(await captchas.challenge())
        const { solution } = JSON.parse(Buffer.from(solved, 'base64').toString()) as {
          solution: { counter: number }
        }
        return solution.counter
      }),
    )
    for (const counter of counts) {
      expect(counter).toBeGreaterThanOrEqual(captchaWork.counterFrom)
      expect(counter).toBeLessThan(captchaWork.counterTo)
    }
    expect(new Set(counts).size).toBeGreaterThan(1)
  })

  it('is refused when it is changed, foreign, unsolved, or malformed', async () => {
    const challenge = await captchas.challenge()
    const solved = solveCaptcha(challenge)
    const { solution } = JSON.parse(Buffer.from(solved, 'base64').toString()) as { solution: object }
    const { parameters, signature } = challenge
    const later = Number(parameters['expiresAt']) + 1
    const foreign = await createCaptchas({ clock, secret: 'another' }).challenge()
    const { keySignature, ...bare } = parameters
    expect(keySignature).toBeDefined()
    for (const wrong of [
      captchaPayload({ parameters: { ...parameters, expiresAt: later }, signature }, solution),
      captchaPayload({ parameters: { ...parameters, cost: 1 }, signature }, solution),
      captchaPayload({ parameters: { ...parameters, more: 1 }, signature }, solution),
      captchaPayload({ parameters: bare, signature }, solution),
      captchaPayload(challenge, { ...solution, derivedKey: `${'00'.repeat(32)}` }),
      captchaPayload(challenge, { ...solution, derivedKey: String(parameters['keyPrefix']) }),
      captchaPayload({ parameters, signature: foreign.signature }, solution),
      solveCaptcha(foreign),
      captchaPayload(challenge, {}),
      '',
      'null',
      Buffer.from('{"challenge":null}').toString('base64'),
    ])
      expect(await captchas.check(wrong)).toEqual({ kind: 'wrong' })
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.base64String(), fc.json()), async (text) => {
        const inputs = [text, Buffer.from(text).toString('base64')]
        for (const one of inputs) expect(await captchas.check(one)).toEqual({ kind: 'wrong' })
      }),
      { numRuns: 100 },
    )
  })
})
