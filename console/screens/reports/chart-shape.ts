/** The shape of a line of days. Pure. */

export interface ChartShape {
  /** Of an SVG path in a box of 1000 by 1000, y downwards; a day without a value is a gap. */
  readonly line: string
  readonly area: string
  /** Values for the marks of the axis, the lowest first. */
  readonly marks: readonly number[]
  readonly min: number
  readonly max: number
}

/**
 * Undefined without any value. The bottom of the box is 0 unless values are below it. `isWhole`: a mark between two whole
 * numbers would say nothing.
 */
export function chartShape(values: readonly (number | null)[], isWhole = false): ChartShape | undefined {
  const some = values.filter((value) => value !== null)
  if (some.length === 0) return undefined
  const [min, max] = [Math.min(...some), Math.max(...some)]
  const marks = axisMarks(Math.min(0, min), Math.max(0, max), isWhole ? 1 : 0)
  const [bottom, top] = [marks[0] ?? 0, marks.at(-1) ?? 1]
  const xOf = (at: number) =>
    values.length === 1 ? 500 : Math.round((at / (values.length - 1)) * 10_000) / 10
  const yOf = (value: number) => Math.round((1 - (value - bottom) / (top - bottom)) * 10_000) / 10
  const runs: string[][] = []
  let run: string[] = []
  const areas: string[] = []
  const close = (end: number) => {
    if (run.length === 0) return
    // A single day is a short stroke.
    if (run.length === 1) run.push(run[0]?.replace(/^[\d.]+/, (x) => String(Number(x) + 4)) ?? '')
    const start = end - run.length + 1
    runs.push(run)
    areas.push(
      `M${xOf(Math.max(0, start))} ${yOf(0)}L${run.join('L')}L${run.at(-1)?.split(' ')[0] ?? 0} ${yOf(0)}Z`,
    )
    run = []
  }
  for (const [at, value] of values.entries())
    if (value === null) close(at - 1)
    else run.push(`${xOf(at)} ${yOf(value)}`)
  close(values.length - 1)
  return { line: runs.map((one) => `M${one.join('L')}`).join(''), area: areas.join(''), marks, min, max }
}

/** Round numbers from below `low` to above `high`, at least `minStep` apart: three to six of them, or fewer. */
export function axisMarks(low: number, high: number, minStep = 0): readonly number[] {
  const range = high - low || 1
  const rough = range / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough
  const step = Math.max(round, minStep)
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step))
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}
