import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stage, StageCounts } from './run-stages.ts'

const bin = (name: string) => join('node_modules', '.bin', name)
const failedOrNot = (exitCode: number): StageCounts =>
  exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
const tool = (name: string, command: string, args: string[]): Stage => ({
  name,
  command: bin(command),
  args,
  count: failedOrNot,
})

/** What can be said without running the product. Each counts as one check. */
export const staticStages: readonly Stage[] = [
  tool('types: node', 'tsc', ['-p', 'tsconfig.json', '--noEmit']),
  tool('types: browser', 'tsc', ['-p', 'tsconfig.dom.json', '--noEmit']),
  tool('types: neutral', 'tsc', ['-p', 'tsconfig.neutral.json', '--noEmit']),
  tool('lint', 'oxlint', ['--deny-warnings', '--quiet']),
  tool('format', 'oxfmt', ['--check', '.']),
  tool('dead code', 'knip', []),
]

/**
 * Some vitest projects in one run, so that they share what is slow to start. A run without a test has failed, for it
 * shows nothing.
 */
export function vitestStage(...projects: readonly string[]): Stage {
  const report = join(tmpdir(), `ekran-${projects.join('-')}-${process.pid}.json`)
  return {
    name: `tests: ${projects.join(', ')}`,
    command: bin('vitest'),
    args: [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    count: (exitCode) => {
      try {
        const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
          readFileSync(report, 'utf8'),
        ) as Record<string, number>
        rmSync(report)
        const failed = numFailedTests ?? 0
        const passed = numPassedTests ?? 0
        const broken = exitCode !== 0 && failed === 0 ? 1 : 0
        return {
          passed,
          failed: failed + broken + (passed + failed === 0 ? 1 : 0),
          skipped: (numPendingTests ?? 0) + (numTodoTests ?? 0),
        }
      } catch {
        return { passed: 0, failed: 1, skipped: 0 }
      }
    },
  }
}
