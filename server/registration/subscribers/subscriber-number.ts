import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'

/** The halves of a number: 9,000 × 10,000 of them, from 10000000 to 99999999. */
const upper = 9000
const lower = 10_000
/** How many numbers can be assigned. */
export const numbersInAll = upper * lower
const rounds = 8

/**
 * The `index`-th subscriber number, 8 digits: a permutation of all of them under a secret (a Feistel network over two
 * halves of unequal size, as in Black and Rogaway's "Ciphers with Arbitrary Finite Domains"). No two indices give the
 * same number, and a number reveals neither its neighbours nor how many there are.
 */
export function numberAt(index: number, secret: string): string {
  invariant(Number.isInteger(index) && index >= 0, 'a subscriber has an index from 0')
  let left = Math.floor((index % numbersInAll) / lower)
  let right = index % lower
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) left = (left + mixed(secret, round, right)) % upper
    else right = (right + mixed(secret, round, left)) % lower
  }
  return String((left + 1000) * lower + right)
}

function mixed(secret: string, round: number, half: number): number {
  return createHmac('sha256', secret).update(`subscriber ${round} ${half}`).digest().readUInt32BE(0)
}

/** A number that was never assigned here before. An imported account may have it: then the next one is used. */
export async function nextNumber(db: Db, secret: string): Promise<string> {
  const { rows } = await sql<{ index: number }>`select nextval('subscriber_number') as index`.execute(db)
  const index = rows[0]?.index
  invariant(index !== undefined, 'the sequence gives a number')
  return numberAt(index, secret)
}
