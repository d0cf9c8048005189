import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Stage, StageCounts } from './run-stages.ts'

function bin(name: string) {
  return join('node_modules', '.bin', name)
}

function failedOrNot(exitCode: number): StageCounts {
  return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

function tool(name: string, command: string, args: string[]): Stage {
  return {
    name,
    command: bin(command),
    args,
    count: failedOrNot,
  }
}

/** The checks that do not run the product. Each counts as one check. */
export const staticStages: readonly Stage[] = [
  tool('types: node', 'tsc', ['-p', 'tsconfig.json', '--noEmit']),
  tool('types: browser', 'tsc', ['-p', 'tsconfig.dom.json', '--noEmit']),
  tool('types: neutral', 'tsc', ['-p', 'tsconfig.neutral.json', '--noEmit']),
  tool('types: tests of the browser', 'tsc', ['-p', 'tsconfig.tests.json', '--noEmit']),
  tool('lint', 'oxlint', ['--deny-warnings', '--quiet']),
  tool('format', 'oxfmt', ['--check', '.']),
  tool('dead code', 'knip', []),
]

/** The part of vitest's JSON report that is read here. */
interface VitestReport {
  readonly numPassedTests?: number
  readonly numFailedTests?: number
  readonly numPendingTests?: number
  readonly numTodoTests?: number
  readonly testResults?: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

/**
 * Each failed test with its file and the first lines of the reason; a file that failed before its tests counts as one.
 */
function failuresIn({ testResults = [] }: VitestReport): string[] {
  const why = (message = '') => message.split('\n').slice(0, 3).join('\n    ')
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`${file}\n    ${why(message)}`]
    return failed.map((test) => `${file}: ${test.fullName}\n    ${why(test.failureMessages?.[0])}`)
  })
}

/**
 * Some vitest projects in one run, so that they share slow setups. A run without a test counts as failed, because it
 * proves nothing. `workers`: files in parallel, where these tests need another number than the default. `only`: the
 * tests whose whole name matches this pattern; the others are left out.
 */
export function vitestStage(
  projects: readonly string[],
  { workers, only }: { readonly workers?: number; readonly only?: string } = {},
): Stage {
  const report = join(tmpdir(), `ekran-${projects.join('-')}-${process.pid}.json`)
  return {
    name: `tests: ${projects.join(', ')}`,
    command: bin('vitest'),
    args: [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
      ...(only === undefined ? [] : ['-t', only]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    count: (exitCode) => {
      try {
        const parsed = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
        rmSync(report)
        const {
          numPassedTests: passed = 0,
          numFailedTests: failed = 0,
          numPendingTests,
          numTodoTests,
        } = parsed
        const broken = exitCode !== 0 && failed === 0 ? 1 : 0
        return {
          passed,
          failed: failed + broken + (passed + failed === 0 ? 1 : 0),
          skipped: (numPendingTests ?? 0) + (numTodoTests ?? 0),
          failures: failuresIn(parsed),
        }
      } catch {
        return { passed: 0, failed: 1, skipped: 0 }
      }
    },
  }
}
