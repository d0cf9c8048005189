/** The summary of an hour or a day of plays on the operator's page. Pure. */
import type { ReadFailures, ReadPlays } from './play-store.ts'
import { addSums, noSums, troubleOf, type DeviceKind, type PlayKind, type PlaySums } from './play-sums.ts'

export interface Summary {
  readonly all: PlaySums
  /** By device and kind, the most played first. */
  readonly groups: readonly {
    readonly device: DeviceKind
    readonly kind: PlayKind
    readonly sums: PlaySums
  }[]
  /** The most frequent first. */
  readonly codes: readonly { readonly code: string; readonly count: number }[]
  /** What had the most problems, worst first. */
  readonly worst: readonly Subject[]
}

export interface Subject {
  readonly kind: PlayKind
  readonly subject: number
  readonly sums: PlaySums
}

const maxWorstShown = 10
const maxCodes = 20

/** `late`: only of the later part of the period. */
export function summarise(
  read: { readonly plays: readonly ReadPlays[]; readonly failures: readonly ReadFailures[] },
  late: boolean,
): Summary {
  const all = noSums()
  const groups = new Map<string, { device: DeviceKind; kind: PlayKind; sums: PlaySums }>()
  const subjects = new Map<string, Subject>()
  const codes = new Map<string, number>()
  const add = ({ device, kind, subject }: Pick<ReadPlays, 'device' | 'kind' | 'subject'>, more: PlaySums) => {
    addSums(all, more)
    addSums(entry(groups, `${device} ${kind}`, () => ({ device, kind, sums: noSums() })).sums, more)
    addSums(entry(subjects, `${kind} ${subject}`, () => ({ kind, subject, sums: noSums() })).sums, more)
  }
  for (const row of read.plays) if (row.isLate || !late) add(row, row.sums)
  for (const row of read.failures)
    if (row.isLate || !late) {
      add(row, { ...noSums(), failures: row.count })
      codes.set(row.code, (codes.get(row.code) ?? 0) + row.count)
    }
  return {
    all,
    groups: [...groups.values()].toSorted((one, other) => other.sums.plays - one.sums.plays),
    codes: [...codes]
      .map(([code, count]) => ({ code, count }))
      .toSorted((one, other) => other.count - one.count)
      .slice(0, maxCodes),
    worst: [...subjects.values()]
      .map((subject) => ({ subject, trouble: troubleOf(subject.sums) ?? 0 }))
      .filter(({ trouble }) => trouble > 0)
      .toSorted((one, other) => other.trouble - one.trouble)
      .slice(0, maxWorstShown)
      .map(({ subject }) => subject),
  }
}

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const cached = map.get(key)
  if (cached !== undefined) return cached
  const made = make()
  map.set(key, made)
  return made
}
