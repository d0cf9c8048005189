import { spawn } from 'node:child_process'

export interface StageCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The failures, one text each: repeated at the end, where a reader of only the last lines sees them. */
  readonly failures?: readonly string[]
}
export interface Stage {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly count: (exitCode: number) => StageCounts
}

/** No stage may block the whole run: the slowest needs 27 minutes on two cores, and more on a busy machine. */
const stageLimitMs = 45 * 60_000
const shownFailures = 20

/**
 * Runs stages one after another, all of them even when one fails, and ends with the line `N passed, N failed` (and `, N
 * skipped`). Returns the exit code.
 */
export async function runStages(stages: readonly Stage[]): Promise<number> {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const failedStages: string[] = []
  const failures: string[] = []
  for (const stage of stages) {
    const beganAt = Date.now()
    console.log(`\n── ${stage.name}`)
    const counts = stage.count(await run(stage))
    sum.passed += counts.passed
    sum.failed += counts.failed
    sum.skipped += counts.skipped
    if (counts.failed > 0) failedStages.push(stage.name)
    failures.push(...(counts.failures ?? []))
    const seconds = ((Date.now() - beganAt) / 1000).toFixed(1)
    console.log(`── ${stage.name}: ${counts.failed > 0 ? 'FAILED' : 'ok'} in ${seconds} s`)
  }
  if (failedStages.length > 0) console.log(`\nFailed: ${failedStages.join(', ')}`)
  for (const failure of failures.slice(0, shownFailures)) console.log(`\n  ✗ ${failure}`)
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`)
  return sum.failed > 0 ? 1 : 0
}

function run(stage: Stage): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(stage.command, stage.args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: stageLimitMs,
      killSignal: 'SIGKILL',
    })
    child.on('error', (error) => {
      console.error(`${stage.name} could not be started: ${error.message}`)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}
