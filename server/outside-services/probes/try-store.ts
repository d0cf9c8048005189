/** Writes, reads and deletes a file in the store of media. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestStepName } from '#contract/form/outside-services.ts'
import type { OutsideServiceDeps } from '#server/outside-services/services/deps.ts'
import { uuid } from '#server/platform/primitives/ids.ts'
import { type TriedStep, wentWell, wentWrong } from './steps.ts'

const bytes = 65_536
const limitMs = 10_000

/** The steps up to the first that fails. */
export async function tryStore({
  dataDir,
  random,
}: Pick<OutsideServiceDeps, 'dataDir' | 'random'>): Promise<readonly TriedStep[]> {
  const folder = join(dataDir, 'media')
  const path = join(folder, `.test-${uuid(random)}`)
  const body = Buffer.from(random(bytes))
  const steps: TriedStep[] = []
  const run = async (step: TestStepName, work: (signal: AbortSignal) => Promise<boolean>) => {
    const tried = await attempt(step, work)
    steps.push(tried)
    return tried.isOk
  }
  try {
    const isWritten = await run('write', async (signal) => {
      await mkdir(folder, { recursive: true })
      await writeFile(path, body, { flag: 'wx', mode: 0o600, signal })
      return true
    })
    if (isWritten) await run('read', async (signal) => body.equals(await readFile(path, { signal })))
    if (isWritten)
      await run('delete', async () => {
        await rm(path)
        return true
      })
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
  return steps
}

/** A disk that does not answer, such as one over the network, is left after the time limit. */
async function attempt(
  step: TestStepName,
  work: (signal: AbortSignal) => Promise<boolean>,
): Promise<TriedStep> {
  const signal = AbortSignal.timeout(limitMs)
  const late = Promise.withResolvers<'late'>()
  signal.addEventListener('abort', () => late.resolve('late'), { once: true })
  try {
    const result = await Promise.race([work(signal), late.promise])
    if (result === 'late') return wentWrong(step, 'timeout')
    return result ? wentWell(step, 'done') : wentWrong(step, 'not_the_same')
  } catch (error) {
    if (signal.aborted) return wentWrong(step, 'timeout')
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'error'
    return { ...wentWrong(step, code), word: 'not_possible' }
  }
}
