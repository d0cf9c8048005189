/** Commands of an operator in a drill. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const limitMs = 300_000
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs `npm run ekran -- <args>`; returns what it said. Throws with it when it is refused. */
export async function ekranCommand(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<string> {
  const { stdout } = await run(process.execPath, ['server/cli/cli.ts', ...args], {
    env: { PATH: process.env['PATH'], ...env },
    ...{ cwd: root, timeout: limitMs },
  })
  return stdout.trim()
}
