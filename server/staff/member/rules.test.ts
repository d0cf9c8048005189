import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levels, roles, roleMay, sections } from '#contract/form/permissions.ts'
import {
  type GuessRule,
  delayAfterMs,
  guessRules,
  isOver,
  mayManage,
  plainRecoveryCode,
  sessionIdleMs,
  stepUpMs,
  stepUpUntilMs,
  verdictOn,
} from './rules.ts'

const nowMs = Date.UTC(2026, 10, 26)
const anyRole = fc.constantFrom(...roles)
const anyPermission = fc.record({
  section: fc.constantFrom(...sections),
  level: fc.constantFrom(...levels),
})

function member(more: Partial<Parameters<typeof verdictOn>[1] & object> = {}) {
  return { role: 'owner', stage: 'full', steppedUpAtMs: nowMs, ...more } as const
}

describe('[STAFF-02] the verdict on a request to the console', () => {
  it('is the role’s permission, for every permission and role', () => {
    fc.assert(
      fc.property(anyPermission, anyRole, (permission, role) => {
        const verdict = verdictOn({ permission, stepUp: false }, member({ role }), nowMs)
        expect(verdict).toBe(roleMay(role, permission) ? 'allowed' : 'staff_forbidden')
      }),
    )
  })

  it('opens nothing but the second factor and its set-up before a login is complete', () => {
    const needs = [{ section: 'staff', level: 'view' } as const, 'own' as const]
    for (const permission of needs) {
      const declared = { permission, stepUp: false }
      expect(verdictOn(declared, undefined, nowMs)).toBe('not_authorized')
      expect(verdictOn(declared, member({ stage: 'second_factor' }), nowMs)).toBe('second_factor_needed')
      expect(verdictOn(declared, member({ stage: 'enrolment' }), nowMs)).toBe('enrolment_needed')
    }
    const second = { permission: 'second_factor', stepUp: false } as const
    expect(verdictOn(second, member({ stage: 'second_factor' }), nowMs)).toBe('allowed')
    expect(verdictOn(second, member(), nowMs)).toBe('not_authorized')
    const enrolment = { permission: 'enrolment', stepUp: true } as const
    expect(verdictOn(enrolment, member({ stage: 'enrolment', steppedUpAtMs: undefined }), nowMs)).toBe(
      'allowed',
    )
    expect(verdictOn(enrolment, member({ stage: 'second_factor' }), nowMs)).toBe('second_factor_needed')
  })

  it('[STAFF-01] requires a proof of identity within ten minutes for a dangerous act', () => {
    const declared = { permission: { section: 'staff', level: 'act' }, stepUp: true } as const
    const provenBefore = (ms: number) => verdictOn(declared, member({ steppedUpAtMs: nowMs - ms }), nowMs)
    expect(provenBefore(stepUpMs - 1)).toBe('allowed')
    expect(provenBefore(stepUpMs)).toBe('step_up_needed')
    expect(verdictOn(declared, member({ steppedUpAtMs: undefined }), nowMs)).toBe('step_up_needed')
    // The role is looked at first: nobody is asked for a password in vain.
    const support = member({ role: 'support', steppedUpAtMs: undefined })
    expect(verdictOn(declared, support, nowMs)).toBe('staff_forbidden')
  })

  it('names the end of the proof, and none for one that is over or for half a login', () => {
    expect(stepUpUntilMs(member(), nowMs)).toBe(nowMs + stepUpMs)
    expect(stepUpUntilMs(member(), nowMs + stepUpMs)).toBe(0)
    expect(stepUpUntilMs(member({ stage: 'enrolment' }), nowMs)).toBe(0)
  })
})

describe('[STAFF-01] a session', () => {
  it('is over after thirty idle minutes, or at its end however much it is used', () => {
    const session = { lastSeenMs: nowMs, expiresMs: nowMs + 10 * sessionIdleMs }
    expect(isOver(session, nowMs + sessionIdleMs - 1)).toBe(false)
    expect(isOver(session, nowMs + sessionIdleMs)).toBe(true)
    expect(isOver({ ...session, lastSeenMs: session.expiresMs }, session.expiresMs)).toBe(true)
  })
})

describe('[STAFF-01] changes of other members', () => {
  const actor = (role: (typeof roles)[number]) =>
    ({ kind: 'staff', staffId: 1, name: 'One', role, address: '' }) as const

  it('are refused for oneself, and for owners by anybody but an owner', () => {
    fc.assert(
      fc.property(anyRole, anyRole, anyRole, (own, target, next) => {
        expect(mayManage(actor(own), { staffId: 1, role: target }, next)).toBe('not_yourself')
        const touchesOwner = target === 'owner' || next === 'owner'
        expect(mayManage(actor(own), { staffId: 2, role: target }, next)).toBe(
          own !== 'owner' && touchesOwner ? 'role_above_own' : 'allowed',
        )
        expect(mayManage({ kind: 'operator' }, { staffId: 1, role: target }, next)).toBe('allowed')
      }),
    )
  })
})

describe('[STAFF-01] wrong guesses', () => {
  it('are free at first, then wait longer and longer, up to a limit', () => {
    for (const rule of Object.values<GuessRule>(guessRules)) {
      expect(delayAfterMs(rule.freely, rule)).toBe(0)
      expect(delayAfterMs(rule.freely + 1, rule)).toBe(rule.firstMs)
      expect(delayAfterMs(rule.freely + 2, rule)).toBe(rule.firstMs * 2)
      expect(delayAfterMs(1_000_000_000, rule)).toBe(rule.longestMs)
    }
  })

  it('never wait less than the guess before', () => {
    fc.assert(
      fc.property(fc.nat(1000), (failures) => {
        const rule = guessRules.factor
        expect(delayAfterMs(failures + 1, rule)).toBeGreaterThanOrEqual(delayAfterMs(failures, rule))
      }),
    )
  })

  it('at six digits of an app come to under sixty a day after the first ones', () => {
    const { longestMs } = guessRules.factor
    expect(86_400_000 / longestMs).toBeLessThan(60)
  })
})

describe('a recovery code', () => {
  it('is the same with capitals, blanks and without hyphens', () => {
    expect(plainRecoveryCode(' K7FP-3mxq tz9w-hd4c ')).toBe('k7fp3mxqtz9whd4c')
  })
})
