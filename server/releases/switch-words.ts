import type { Switch, VersionSpan } from './rules.ts'

/** The effects of a switch, for operators: `engine native, low latency off, at most 1080p`. */
export function effectWords({
  engine,
  lowLatency,
  previews,
  maxHeight,
}: Pick<Switch, 'engine' | 'lowLatency' | 'previews' | 'maxHeight'>): string {
  return [
    engine === null ? '' : `engine ${engine}`,
    lowLatency === null ? '' : `low latency ${lowLatency ? 'on' : 'off'}`,
    previews === null ? '' : `previews ${previews ? 'on' : 'off'}`,
    maxHeight === null ? '' : `at most ${maxHeight}p`,
  ]
    .filter((word) => word !== '')
    .join(', ')
}

/** `from 1.2 to 1.4`, `to 1.4`; '' where there is no bound. */
export function spanWords({ from, to }: VersionSpan): string {
  return [from === '' ? '' : `from ${from}`, to === '' ? '' : `to ${to}`]
    .filter((word) => word !== '')
    .join(' ')
}
