/** The figures of a run as a page: the source of `docs/figures.md`. */
import { cpus, totalmem } from 'node:os'
import type { BenchResult } from './kit/measure.ts'

export function isMissed({ ours, baseline, target, max }: BenchResult): boolean {
  return (target !== undefined && ours / baseline > target) || (max !== undefined && ours > max)
}

function promisesOf({ target, max, unit }: BenchResult): string {
  return [
    ...(target === undefined ? [] : [`≤ ${target} ×`]),
    ...(max === undefined ? [] : [`≤ ${max} ${unit}`.trim()]),
  ].join(', ')
}

/** One line for the terminal. */
export function lineOf(result: BenchResult): string {
  const { name, ours, baseline, unit } = result
  const promises = promisesOf(result)
  const verdict = promises === '' ? '' : `  ${isMissed(result) ? 'MISSED' : 'ok'} (${promises})`
  const figures = `${ours.toFixed(2)} against ${baseline.toFixed(2)} ${unit}`
  return `${name}: ${(ours / baseline).toFixed(2)} × baseline  (${figures})${verdict}`
}

/** Markdown: the machine, a table with every figure, missed targets included, and what could not be measured. */
export function figuresTable({
  results,
  failures,
  at,
}: {
  readonly results: readonly BenchResult[]
  readonly failures: readonly string[]
  readonly at: Date
}): string {
  const rows = results.map((result) => {
    const { name, ours, baseline, unit } = result
    const verdict = promisesOf(result) === '' ? '' : isMissed(result) ? '**missed**' : 'kept'
    const cells = [name, `${figure(ours)} ${unit}`, `${figure(baseline)} ${unit}`, figure(ours / baseline)]
    return `| ${[...cells, promisesOf(result), verdict].map((cell) => cell.trim()).join(' | ')} |`
  })
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return [
    '# Figures',
    '',
    `Measured on ${at.toISOString().slice(0, 10)} by \`npm run bench -- --table docs/figures.md\`, on ${cpus().length} cores`,
    `(${cpus()[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GB. Every figure stands beside a baseline from the same run; \`bench/README.md\``,
    'says what each one measures. Milliseconds depend on the machine, ratios hardly do.',
    '',
    '| what | ours | baseline | ratio | promised | |',
    '|---|---|---|---|---|---|',
    ...rows,
    ...(failures.length === 0 ? [] : ['', 'Not measured:', '', ...failures.map((failure) => `- ${failure}`)]),
    '',
  ].join('\n')
}

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toFixed(3)
}
