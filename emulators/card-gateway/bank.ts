/** The state of the gateway: balances of cards, bindings, transactions, and pending codes. */
import { randomUUID } from 'node:crypto'
import { maskOf, testCards, testCode, type TestCard } from './test-cards.ts'

export interface Binding {
  readonly transactionId: number
  readonly pan: string
  readonly madeAtMs: number
  wrongCodes: number
  done: boolean
}

/** A card of the merchant. */
export interface BoundCard {
  readonly cardId: number
  readonly token: string
  readonly pan: string
}

export interface Transaction {
  readonly id: number
  readonly account: string
  readonly amountTiyin: number
  readonly madeAtMs: number
  state: 'draft' | 'waiting' | 'paid' | 'dead' | 'reversed'
  pan: string | null
  /** How the card was identified: a token needs no code of the phone. */
  by: 'token' | 'pan' | null
  wrongCodes: number
  confirmedAtMs: number | null
}

export interface SentCode {
  readonly atMs: number
  readonly phone: string
  readonly code: string
  readonly for: string
}

/** The complete state as it is saved between two runs. */
export interface BankState {
  nextId: number
  spent: Record<string, number>
  bindings: Binding[]
  cards: BoundCard[]
  transactions: Transaction[]
}

export const lifeMs = 5 * 60_000
const maxStored = 20_000
const maxCodes = 200

export interface Bank {
  readonly state: BankState
  readonly codes: readonly SentCode[]
  nowMs(): number
  newId(): number
  card(pan: string): TestCard | undefined
  balanceTiyin(pan: string): number
  move(pan: string, amountTiyin: number): void
  sendCode(card: TestCard, reason: string): void
  bind(pan: string): BoundCard
  addBinding(binding: Binding): void
  addTransaction(transaction: Transaction): void
}

export function emptyState(): BankState {
  return { nextId: 1000, spent: {}, bindings: [], cards: [], transactions: [] }
}

/** `nowMs` may be frozen, for tests that must not depend on the date. */
export function openBank(state: BankState, nowMs: () => number): Bank {
  const cards = new Map(testCards.map((card) => [card.pan, card]))
  const codes: SentCode[] = []
  const newId = () => state.nextId++
  return {
    state,
    codes,
    nowMs,
    newId,
    card: (pan) => cards.get(pan),
    balanceTiyin: (pan) => (cards.get(pan)?.balanceTiyin ?? 0) - (state.spent[pan] ?? 0),
    move: (pan, amountTiyin) => {
      state.spent[pan] = (state.spent[pan] ?? 0) + amountTiyin
    },
    sendCode: (card, reason) => {
      codes.unshift({
        atMs: nowMs(),
        phone: `+${card.phone}`,
        code: testCode,
        for: `${reason}, ${maskOf(card.pan)}`,
      })
      if (codes.length > maxCodes) codes.length = maxCodes
    },
    bind: (pan) => {
      const made = { cardId: newId(), token: randomUUID().toUpperCase(), pan }
      state.cards.push(made)
      return made
    },
    addBinding: (binding) => void keep(state.bindings, binding),
    addTransaction: (transaction) => void keep(state.transactions, transaction),
  }
}

function keep<T>(list: T[], one: T): void {
  list.push(one)
  if (list.length > maxStored) list.splice(0, list.length - maxStored)
}
