/** What the first lines of a migration say about it: its phase, how it runs, which tables are small. */

/**
 * `expand`: the former release lives with it. `contract`: it takes away what no release since `unusedSince` uses.
 * `baseline`: made before there were phases; such a one is never applied while a process of a former release runs.
 */
export type Phase =
  | { readonly kind: 'baseline' }
  | { readonly kind: 'expand' }
  | { readonly kind: 'contract'; readonly unusedSince: string }

export interface MigrationHead {
  readonly phase: Phase
  /** Its one statement runs outside a transaction: `create index concurrently`. */
  readonly isOutsideTransaction: boolean
  /** Existing tables of which a lock or a scan takes no time. */
  readonly smallTables: readonly string[]
}

/** The last migration without a phase. */
export const lastBaseline = 133

const form = /^-- phase: (?:(expand)|contract, unused since (\d+\.\d+\.\d+))(, outside a transaction)?$/
const small = /^-- small tables: ([a-z_]+(?:, [a-z_]+)*)$/

/** Reads the head of migration `number`; a text where it cannot be read: what the first line must be. */
export function readHead(number: number, sql: string, baseline = lastBaseline): MigrationHead | string {
  if (number <= baseline) return { phase: { kind: 'baseline' }, isOutsideTransaction: false, smallTables: [] }
  const [first = '', second = ''] = sql.split('\n', 2)
  const match = form.exec(first)
  if (match === null)
    return (
      'Its first line must say which phase it is: "-- phase: expand" when the former release lives with it, ' +
      '"-- phase: contract, unused since 1.2.3" when it takes something away that no release since then uses; ' +
      'and ", outside a transaction" at the end when it creates an index concurrently.'
    )
  const [, expand, unusedSince = '', outside] = match
  return {
    phase: expand === undefined ? { kind: 'contract', unusedSince } : { kind: 'expand' },
    isOutsideTransaction: outside !== undefined,
    smallTables: small.exec(second)?.[1]?.split(', ') ?? [],
  }
}

/** Whether `version` is older than `other`, both like 1.2.3; one that cannot be read counts as older. */
export function isOlderVersion(version: string, other: string): boolean {
  const [one, two] = [partsOf(version), partsOf(other)]
  if (one === undefined || two === undefined) return true
  const differs = one.findIndex((part, index) => part !== two[index])
  return differs >= 0 && (one[differs] ?? 0) < (two[differs] ?? 0)
}

function partsOf(version: string): readonly number[] | undefined {
  const match = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})/.exec(version)
  return match?.slice(1).map(Number)
}
