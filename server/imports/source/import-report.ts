/** The result of an import: totals, and a line for everything that was not imported. */
export interface ImportReport {
  readonly title: string
  /** `taken: 36 new`, in print order. */
  readonly sums: readonly (readonly [what: string, count: number])[]
  readonly refused: readonly Refusal[]
  /** Files that do not belong to an import: no error. */
  readonly passed?: readonly Refusal[]
  /** Whole sentences for the operator. */
  readonly notes: readonly string[]
  /** Guide addresses named by the input. */
  readonly guides?: readonly string[]
  /** True when nothing was changed because the whole input was refused. */
  readonly failed: boolean
}

export interface Refusal {
  /** `line 12`, `films/x.mkv`. */
  readonly where: string
  readonly what: string
  readonly why: string
}

/** A report about an input that was refused as a whole. */
export function failedReport(title: string, why: string): ImportReport {
  return { title, sums: [], refused: [], notes: [`Refused, and nothing was changed: ${why}.`], failed: true }
}

const maxLines = 200

/** The report as text. Long lists of refusals are cut unless `all`; the totals are always complete. */
export function printReport(report: ImportReport, all = false): string {
  const shown = all ? report.refused : report.refused.slice(0, maxLines)
  const hidden = report.refused.length - shown.length
  return [
    report.title,
    ...shown.map(
      ({ where, what, why }) =>
        `  refused  ${[where, what].filter((part) => part !== '').join(': ')} (${why})`,
    ),
    ...passedLines(report.passed ?? [], all),
    ...(hidden > 0 ? [`  … and ${hidden} more refused; --all shows every one`] : []),
    ...(report.sums.length === 0
      ? []
      : [
          `  ${report.sums.map(([what, count]) => `${count} ${what}`).join(', ')}${report.refused.length > 0 ? `, ${report.refused.length} refused` : ''}`,
        ]),
    ...sumsByReason(report.refused).map((line) => `    ${line}`),
    ...report.notes.map((note) => `  ${note}`),
  ].join('\n')
}

function passedLines(passed: readonly Refusal[], all: boolean): string[] {
  const shown = all ? passed : passed.slice(0, maxLines)
  return [
    ...shown.map(({ where, why }) => `  passed   ${where} (${why})`),
    ...(shown.length < passed.length
      ? [`  … and ${passed.length - shown.length} more passed over; --all shows every one`]
      : []),
  ]
}

/** Names and titles come from outside: control characters, which could move the cursor, are replaced. */
export function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n]|\p{Cf}/gu, '?')
}

/** `133 × a page with a player, not a stream`: reasons that occur often, most frequent first. */
function sumsByReason(refused: readonly Refusal[]): string[] {
  const counts = new Map<string, number>()
  // A name or address in brackets makes equal reasons differ.
  for (const { why } of refused) {
    const reason = why.replace(/ \([^)]*\)/g, '')
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort((a, b) => b[1] - a[1])
    .map(([reason, count]) => `${count} × ${reason}`)
}
