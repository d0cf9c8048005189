/** How much the staff may give or take by hand, as data. */
import { type Role, roleMay, roles } from './permissions.ts'

/** Whole soʻm and whole days, at once and in a day of Tashkent. */
export interface ActLimits {
  readonly sumEach: number
  readonly sumDay: number
  readonly daysEach: number
  readonly daysDay: number
}

/** A role that may give (`credits.act`) and is not listed has no limit. */
export const actLimits: Readonly<Partial<Record<Role, ActLimits>>> = {
  support: { sumEach: 50_000, sumDay: 300_000, daysEach: 7, daysDay: 60 },
  finance: { sumEach: 1_000_000, sumDay: 10_000_000, daysEach: 30, daysDay: 300 },
}

/** The roles that may give so much at once, in the order of `roles`. */
export function rolesThatMay({
  sum,
  days,
}: {
  readonly sum: number
  readonly days: number
}): readonly Role[] {
  return roles.filter((role) => {
    const limits = actLimits[role]
    if (!roleMay(role, { section: 'credits', level: 'act' })) return false
    return limits === undefined || (sum <= limits.sumEach && days <= limits.daysEach)
  })
}

/** What a member of staff may write for dealers. Whole soʻm, for one entry and for a day of Tashkent. */
export interface DealerLimits {
  /** Cash of subscribers, paid from deposits. */
  readonly cash: { readonly each: number; readonly day: number }
  /** What dealers paid in or got back. */
  readonly deposit: { readonly each: number; readonly day: number }
  /** How far below zero a deposit may be let go. */
  readonly creditLimit: number
}

/** A role that may do it (`payments`) and is not listed has no limit. */
export const dealerLimits: Readonly<Partial<Record<Role, DealerLimits>>> = {
  finance: {
    cash: { each: 1_000_000, day: 20_000_000 },
    deposit: { each: 20_000_000, day: 100_000_000 },
    creditLimit: 10_000_000,
  },
}

/** The largest budget of promo codes that give money, whole soʻm; a role that is not listed has no limit. */
export const batchBudgets: Readonly<Partial<Record<Role, number>>> = { finance: 20_000_000 }

/** The roles that may move money (`payments` or `billing`) and have no limit, or one of at least so much. */
export function rolesBeyond(
  section: 'payments' | 'billing',
  limitOf: (role: Role) => number | undefined,
  amount: number,
): readonly Role[] {
  return roles.filter(
    (role) => roleMay(role, { section, level: 'act' }) && amount <= (limitOf(role) ?? Infinity),
  )
}

/** What the runs over segments that a member lets begin may give in a day of Tashkent, all together. */
export interface RunLimits {
  readonly accounts: number
  readonly sum: number
  readonly days: number
}

/** A role that may give and is not listed has no limit. What is for one subscriber is in `actLimits`. */
export const runLimits: Readonly<Partial<Record<Role, RunLimits>>> = {
  support: { accounts: 200, sum: 1_000_000, days: 600 },
  finance: { accounts: 5000, sum: 50_000_000, days: 20_000 },
  administrator: { accounts: 50_000, sum: 500_000_000, days: 300_000 },
}

/** The longest pause of a tariff that a role may begin, days; a role that is not listed is limited by the tariff alone. */
export const pauseLimits: Readonly<Partial<Record<Role, number>>> = { support: 30, finance: 60 }

/** The roles that may pause a tariff for so many days. */
export function rolesThatMayPause(days: number): readonly Role[] {
  return roles.filter(
    (role) =>
      roleMay(role, { section: 'subscribers', level: 'act' }) && days <= (pauseLimits[role] ?? Infinity),
  )
}
