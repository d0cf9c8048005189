/** The faults that every merchant must handle, tested with merchants that do and with some that do not. */
import { describe, expect, it } from 'vitest'
import type { Mishap } from './call.ts'
import { playFaults, type Payer } from './faults.ts'
import { createSheet } from './sheet.ts'

type State = 'open' | 'taken'

/** A system with a correct merchant, of which some functions are replaced. */
function buildPayer(
  more: (payments: Map<string, State>) => Partial<Payer> = () => ({}),
  isOneStep = false,
): Payer {
  const payments = new Map<string, State>()
  let ids = 0
  const take = (id: string) => {
    if (!isOneStep && !payments.has(id)) return false
    payments.set(id, 'taken')
    return true
  }
  /** A dropped request has no response. */
  const heard = (said: boolean, mishap?: Mishap) => (mishap === 'dropped' ? undefined : said)
  return {
    isOneStep,
    newId: () => `payment-${(ids += 1)}`,
    begin: async (id, mishap) => {
      if (!isOneStep && !payments.has(id)) payments.set(id, 'open')
      return heard(true, mishap)
    },
    take: async (id, mishap) => heard(take(id), mishap),
    takeAtOnce: async (id, times) => ({ now: take(id) ? 1 : 0, agreed: times }),
    stateOf: async (id) => payments.get(id) ?? 'none',
    ...more(payments),
  }
}

/** How many payments were completed, and which checks failed. */
async function play(payer: Payer) {
  const sheet = createSheet()
  const taken = await playFaults(sheet, payer)
  const wrong = sheet.checks.filter(({ isRight }) => !isRight).map(({ part, name }) => `${part}: ${name}`)
  return { taken, wrong, parts: new Set(sheet.checks.map(({ part }) => part)) }
}

describe('[PAY-07] network faults', () => {
  it('report no error for a merchant that completes each payment once', async () => {
    const { taken, wrong, parts } = await play(buildPayer())
    expect([taken, wrong]).toEqual([5, []])
    expect(parts).toContain('Reordered')
  })

  it('skip the order of steps where a payment has only one step', async () => {
    const { taken, wrong, parts } = await play(buildPayer(undefined, true))
    expect([taken, wrong]).toEqual([4, []])
    expect(parts).not.toContain('Reordered')
  })

  it('detect a merchant that completes a payment that was never created', async () => {
    const { wrong } = await play(
      buildPayer((payments) => ({
        take: async (id) => {
          payments.set(id, 'taken')
          return true
        },
      })),
    )
    expect(wrong).toEqual([
      'Reordered: completed before it was created is rejected',
      'Reordered: the payment does not exist',
    ])
  })

  it('detect a merchant that completes a payment twice for parallel requests', async () => {
    const { wrong } = await play(
      buildPayer((payments) => ({
        takeAtOnce: async (id, times) => {
          payments.set(id, 'taken')
          return { now: 2, agreed: times }
        },
      })),
    )
    expect(wrong).toEqual(['In parallel: and it was completed once'])
  })

  it('detect a merchant that rejects a payment whose response was lost', async () => {
    const lost = new Set<string>()
    const { wrong } = await play(
      buildPayer((payments) => ({
        take: async (id, mishap) => {
          if (mishap === 'dropped') {
            lost.add(id)
            payments.set(id, 'taken')
            return undefined
          }
          if (lost.has(id) || !payments.has(id)) return false
          payments.set(id, 'taken')
          return true
        },
      })),
    )
    expect(wrong).toEqual(['Dropped, then retried: completed again'])
  })

  it('report payments that are not completed in the end, whatever the responses were', async () => {
    const { taken, wrong } = await play(buildPayer(() => ({ stateOf: async () => 'cancelled' })))
    expect(taken).toBe(0)
    expect(wrong.length).toBeGreaterThanOrEqual(5)
  })
})
