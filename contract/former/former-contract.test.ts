/**
 * Clients of the former release talk to servers of this one: pages that are open while processes are replaced, apps on
 * televisions and phones. Where something must go all the same, `release.json` declares it: `{ "what": …, "why": … }`.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { externalApi } from '#contract/external/external-api.ts'
import { openapi } from '#contract/openapi.ts'
import { brokenBetween } from './compare-contracts.ts'
import { type Described, describeContract, readContract, writeContract } from './describe-contract.ts'

const folder = new URL('./', import.meta.url)
const stored = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const { declared } = JSON.parse(stored('release.json')) as {
  readonly declared: readonly { readonly what: string; readonly why: string }[]
}

describe('the contract of the former release', () => {
  it('[NODE-02] still holds: nothing was removed or narrowed that is not declared', () => {
    const broken = [
      ...brokenBetween(readContract(stored('api.txt')), describeContract(openapi(api, '1'))),
      ...brokenBetween(readContract(stored('external-api.txt')), describeContract(openapi(externalApi, '1'))),
    ]
    const accepted = new Set(declared.map(({ what }) => what))
    expect(broken.filter((what) => !accepted.has(what))).toEqual([])
    // What is declared must be so, with a reason.
    expect(declared.filter(({ what, why }) => !broken.includes(what) || why.length < 20)).toEqual([])
  })

  it('[NODE-02] is the whole API, and reads as it was written', () => {
    const described = describeContract(openapi(api, '1'))
    expect(readContract(writeContract(described))).toEqual(described)
    const former = readContract(stored('api.txt'))
    expect(former.size).toBeGreaterThan(150)
    expect([...former.values()].reduce((sum, fields) => sum + fields.size, 0)).toBeGreaterThan(3000)
  })
})

const former = `GET /things
  in kind? string "a" "b"
  in limit! integer 1..100
  in name? string ..50
  out! object
  out data! object
  out data.item! array
  out data.item[]! object
  out data.item[].id! integer
  out data.item[].state! string "on" "off"
  out data.item[].title? null|string
`

function after(change: (text: string) => string): readonly string[] {
  const changed = change(former)
  if (changed === former) throw new Error('nothing was changed')
  return brokenBetween(readContract(former), readContract(changed) as Described)
}

describe('a change of the contract', () => {
  it.each([
    ['another endpoint', 'GET /things\n', 'GET /other\n  out! object\nGET /things\n'],
    ['another field of an answer', '  out data! object\n', '  out data! object\n  out data.total! integer\n'],
    ['another optional input', '  in kind?', '  in more? string\n  in kind?'],
    ['another value of an input', '"a" "b"', '"a" "b" "c"'],
    ['an input of any text', 'string "a" "b"', 'string'],
    ['a wider range', '1..100', '0..500'],
    ['an optional input', 'in limit! integer', 'in limit? integer'],
    ['another kind of an input', 'in name? string', 'in name? number|string'],
    ['a field that is always there', 'title? null|string', 'title! string'],
    ['another value of an answer', '"on" "off"', '"on" "off" "late"'],
  ])('[NODE-02] is free when it adds %s', (_, from, to) => {
    expect(after((text) => text.replace(from, to))).toEqual([])
  })

  it.each([
    ['GET /things', 'GET /others', 'GET /things was removed'],
    ['  out data.item[].id! integer\n', '', 'GET /things: out data.item[].id was removed'],
    ['  in kind? string "a" "b"\n', '', 'GET /things: in kind was removed'],
    ['"a" "b"', '"a"', 'GET /things: in kind may not be "b" any more'],
    ['in name? string', 'in name? string "x"', 'GET /things: in name has a list of values now'],
    ['in kind?', 'in kind!', 'GET /things: in kind is required now'],
    ['  in name?', '  in must! string\n  in name?', 'GET /things: in must is new and required'],
    ['1..100', '1..50', 'GET /things: in limit has a narrower range now: 1..100 → 1..50'],
    ['string ..50', 'string 2..50', 'GET /things: in name has a narrower range now: ..50 → 2..50'],
    ['in limit! integer', 'in limit! string', 'GET /things: in limit is no integer any more'],
    ['id! integer', 'id? integer', 'GET /things: out data.item[].id may be absent now'],
    ['id! integer', 'id! integer|null', 'GET /things: out data.item[].id may be null now'],
    ['id! integer', 'id! string', 'GET /things: out data.item[].id may be string now'],
  ])('[NODE-02] is refused when %s becomes %s', (from, to, expected) => {
    expect(after((text) => text.replace(from, to))).toContain(expected)
  })
})
