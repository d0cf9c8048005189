/** The operator's command line, `npm run ekran -- …`, on the data of the running product. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { inject } from 'vitest'

export interface CommandResult {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/**
 * Runs a command; `input` is what the operator types, `dataDir` that of another product than the shared one, `more` its
 * other settings.
 */
export async function runCommand(
  args: readonly string[],
  input = '',
  dataDir: string = inject('product').dataDir,
  more: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const env = { ...process.env, EKRAN_DATA: dataDir, ...more }
  const child = spawn(process.execPath, ['server/cli/cli.ts', ...args], { env })
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  child.stdin.end(input)
  await once(child, 'close')
  return { code: child.exitCode, output, errors }
}

/** Runs a command that must succeed; gives what it prints. */
export async function operate(...args: readonly string[]): Promise<string> {
  const { code, output, errors } = await runCommand(args)
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')} ended with ${code}: ${errors}`)
  return output
}
