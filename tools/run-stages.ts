import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

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

/** No stage may block the whole run: the slowest needs 27 minutes on two cores, and more than twice as long on a busy machine. */
const stageLimitMs = 80 * 60_000
const shownFailures = 20

/**
 * Runs stages one after another, all of them even when one fails, and ends with the line `N passed, N failed` (and `, N
 * skipped`). Stages in a list of their own run side by side, and each line of theirs begins with the stage's name.
 * Returns the exit code.
 */
export async function runStages(steps: readonly (Stage | readonly Stage[])[]): Promise<number> {
  const results: StageResult[] = []
  for (const step of steps) {
    const stages: readonly Stage[] = 'name' in step ? [step] : step
    results.push(...(await Promise.all(stages.map((stage) => runStage(stage, stages.length > 1)))))
  }
  const sum = (of: (counts: StageCounts) => number) =>
    results.reduce((total, { counts }) => total + of(counts), 0)
  const failedStages = results.filter(({ counts }) => counts.failed > 0).map(({ stage }) => stage.name)
  const failures = results.flatMap(({ counts }) => counts.failures ?? [])
  if (failedStages.length > 0) console.log(`\nFailed: ${failedStages.join(', ')}`)
  for (const failure of failures.slice(0, shownFailures)) console.log(`\n  ✗ ${failure}`)
  const [failed, skipped] = [sum((counts) => counts.failed), sum((counts) => counts.skipped)]
  console.log(
    `\n${sum((counts) => counts.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  )
  return failed > 0 ? 1 : 0
}

interface StageResult {
  readonly stage: Stage
  readonly counts: StageCounts
}

async function runStage(stage: Stage, isBeside: boolean): Promise<StageResult> {
  const beganAt = Date.now()
  console.log(`\n── ${stage.name}`)
  const counts = stage.count(await run(stage, isBeside))
  const seconds = ((Date.now() - beganAt) / 1000).toFixed(1)
  console.log(`── ${stage.name}: ${counts.failed > 0 ? 'FAILED' : 'ok'} in ${seconds} s`)
  return { stage, counts }
}

function run(stage: Stage, isBeside: boolean): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(stage.command, stage.args, {
      stdio: ['ignore', isBeside ? 'pipe' : 'inherit', isBeside ? 'pipe' : 'inherit'],
      timeout: stageLimitMs,
      killSignal: 'SIGKILL',
    })
    for (const output of [child.stdout, child.stderr]) {
      if (output !== null) printLines(output, stage.name)
    }
    child.on('error', (error) => {
      console.error(`${stage.name} could not be started: ${error.message}`)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** Whole lines only, so that those of stages side by side do not run into each other. */
function printLines(output: Readable, name: string): void {
  createInterface({ input: output }).on('line', (line) => console.log(line === '' ? '' : `${name} │ ${line}`))
}
