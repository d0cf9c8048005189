/** npm of the machine, for the command lines of platforms: they are downloaded when apps are built, not with the product. */
import { spawnSync } from 'node:child_process'

const limitMs = 300_000

/** Runs npm in `cwd` and returns what it printed. Throws with its error output, and after five minutes. */
export function runNpm(args: readonly string[], cwd?: string): string {
  const npm = process.env['npm_execpath']
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  const { status, stdout, stderr, error } = spawnSync(program, [...first, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    encoding: 'utf8',
    timeout: limitMs,
    // What is built here needs the command lines, which are development dependencies.
    env: { ...process.env, NODE_ENV: 'development', npm_config_loglevel: 'error' },
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${error?.message ?? ''}${stderr}${stdout}`)
  return stdout
}
