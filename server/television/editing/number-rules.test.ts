import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dealNumbers, moveInOrder, type NumberedChannel } from './number-rules.ts'

const channels = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 30 })
  .map((numbers) => numbers.map((number, index): NumberedChannel => ({ cid: index + 1, number })))

function numbersAfter(before: readonly NumberedChannel[], changed: ReadonlyMap<number, number>) {
  return before.map(({ cid, number }) => ({ cid, number: changed.get(cid) ?? number }))
}

describe('[CHAN-01] numbers of channels', () => {
  it('are never given twice, and everybody gets the requested one', () => {
    fc.assert(
      fc.property(
        channels,
        fc.array(fc.tuple(fc.nat(29), fc.integer({ min: 1, max: 80 }))),
        (before, requests) => {
          const requested = new Map(
            requests.map(([at, number]) => [(at % before.length) + 1, number] as const),
          )
          const dealt = dealNumbers(before, requested)
          if (dealt.kind === 'twice') {
            expect([...requested.values()].filter((one) => one === dealt.number).length).toBeGreaterThan(1)
            return
          }
          const after = numbersAfter(before, dealt.numbers)
          expect(new Set(after.map(({ number }) => number)).size).toBe(after.length)
          for (const { cid, number } of after) if (requested.has(cid)) expect(number).toBe(requested.get(cid))
        },
      ),
    )
  })

  it('change places', () => {
    const before = [
      { cid: 1, number: 12 },
      { cid: 2, number: 112 },
    ]
    const dealt = dealNumbers(before, new Map([[2, 12]]))
    expect(dealt).toEqual({
      kind: 'dealt',
      numbers: new Map([
        [2, 12],
        [1, 112],
      ]),
    })
  })

  it('stay the same numbers when channels are moved, in the new order', () => {
    fc.assert(
      fc.property(
        channels,
        fc.array(fc.nat(29), { minLength: 1 }),
        fc.option(fc.nat(29)),
        (before, picks, target) => {
          const cids = [...new Set(picks.map((at) => (at % before.length) + 1))]
          const beforeCid = target === null ? null : (target % before.length) + 1
          const after = numbersAfter(before, moveInOrder(before, cids, beforeCid))
          const sorted = (list: readonly NumberedChannel[]) =>
            list.map(({ number }) => number).toSorted((a, b) => a - b)
          expect(sorted(after)).toEqual(sorted(before))
          const order = after.toSorted((a, b) => a.number - b.number).map(({ cid }) => cid)
          const first = order.indexOf(cids[0] ?? 0)
          expect(order.slice(first, first + cids.length)).toEqual(cids)
          const moving = new Set(cids)
          const rest = before
            .toSorted((a, b) => a.number - b.number)
            .map(({ cid }) => cid)
            .filter((cid) => !moving.has(cid))
          expect(order.filter((cid) => !moving.has(cid))).toEqual(rest)
        },
      ),
    )
  })
})
