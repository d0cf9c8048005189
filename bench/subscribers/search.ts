/**
 * Subscribers found as one types among 500,000: the search and what the list shows of each result, every kind of query,
 * against what is promised.
 */
import { createDice, type Dice } from '#bench/kit/seeded-random.ts'
import type { BenchResult } from '#bench/kit/measure.ts'
import { openBenchDatabase } from '#bench/billing/made-up-subscribers.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findAccounts, readSummaries } from '#server/subscribers/subscribers.ts'
import { type MadeUpPerson, madeUpPeople, storePeople } from './made-up-people.ts'

const seed = 20_261_128
const peopleCount = 500_000
const queriesOfKind = 100
const promisedP95Ms = 50

type Typed = (person: MadeUpPerson, dice: Dice) => string

const middleOf = (word: string, dice: Dice) => 1 + dice.below(word.length - 2)
const kinds: Readonly<Record<string, Typed>> = {
  'whole phone': ({ phone }) => phone,
  'last four digits': ({ phone }) => phone.slice(-4),
  'three digits': ({ phone }) => phone.slice(6, 9),
  'digits inside': ({ phone }) => phone.slice(5, 11),
  'subscriber number': ({ abonement }) => abonement,
  'begun number': ({ abonement }) => abonement.slice(0, 5),
  name: ({ name }) => name,
  'first name': ({ name }) => name.split(' ')[0] ?? '',
  'begun surname': ({ name }) => (name.split(' ')[1] ?? '').slice(0, 4),
  'two letters': ({ name }) => name.slice(0, 2),
  'wrong letter': ({ name }, dice) => {
    const surname = name.split(' ')[1] ?? ''
    const at = middleOf(surname, dice)
    return `${surname.slice(0, at)}ъ${surname.slice(at + 1)}`
  },
  'name and digits': ({ name, phone }) => `${name.split(' ')[0] ?? ''} ${phone.slice(-4)}`,
  device: () => 'samsung',
  address: (_, dice) => `91.188.${dice.below(200)}.${dice.below(250)}`,
  'begun address': (_, dice) => `91.188.${dice.below(20)}`,
  'words of a note': () => 'перезвонить договор',
  nobody: () => 'zzqqzz xxqqxx',
}

/** Among so many; the promise is about 500,000. */
export async function subscriberSearch(count = peopleCount): Promise<readonly BenchResult[]> {
  const dice = createDice(seed)
  const people = madeUpPeople(count, dice)
  const { db, close } = await openBenchDatabase()
  try {
    const startedMs = performance.now()
    await storePeople(db, people)
    console.log(`  stored in ${Math.round((performance.now() - startedMs) / 1000)} s`)
    const all = await measureKinds(db, people, dice)
    const common = { unit: 'ms', target: 1 }
    return [
      {
        name: `subscribers found among ${count}, p95 against what is promised`,
        ...{ ours: ofShare(all, 0.95), baseline: promisedP95Ms, ...common },
      },
    ]
  } finally {
    await close()
  }
}

/** Milliseconds of every query, of each kind as many; prints those of each kind. */
export async function measureKinds(db: Db, people: readonly MadeUpPerson[], dice: Dice): Promise<number[]> {
  const all: number[] = []
  for (const [kind, typed] of Object.entries(kinds)) {
    const times: number[] = []
    for (let query = 0; query < queriesOfKind; query++) {
      const text = typed(dice.pick(people), dice)
      const startMs = performance.now()
      const matches = (await findAccounts(db, text)) ?? []
      await readSummaries(
        db,
        matches.map(({ accountId }) => accountId),
        Date.now(),
      )
      times.push(performance.now() - startMs)
    }
    all.push(...times)
    console.log(`  ${kind}: p50 ${ofShare(times, 0.5)} ms, p95 ${ofShare(times, 0.95)} ms`)
  }
  return all
}

function ofShare(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
}

if (import.meta.main)
  for (const result of await subscriberSearch(Number(process.argv[2] ?? peopleCount))) console.log(result)
