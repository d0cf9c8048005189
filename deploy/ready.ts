/**
 * Whether the Ekran of this machine is ready, by its `/readyz`: `node deploy/ready.ts` asks once, `--wait 300` asks for
 * up to so many seconds. Exit code 0: ready. For units of systemd, health checks of containers, and probes.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const requestLimitMs = 4000
const pauseMs = 1000
const maxWaitSec = 86_400

type Readiness = { readonly kind: 'ready' } | { readonly kind: 'not_yet' | 'refused'; readonly why: string }

async function askOnce(address: string): Promise<Readiness> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(requestLimitMs) })
    if (response.ok) return { kind: 'ready' }
    // Nobody but the machine itself and EKRAN_METRICS_FROM is told.
    if (response.status === 404)
      return {
        kind: 'refused',
        why: `${address} says 404 to this address: add it to EKRAN_METRICS_FROM, or set EKRAN_HOST to 0.0.0.0 or 127.0.0.1`,
      }
    return { kind: 'not_yet', why: (await response.text()).slice(0, 500) }
  } catch (error) {
    // What fetch says itself is that it failed.
    const { cause = error } = error instanceof Error ? error : { cause: error }
    return { kind: 'not_yet', why: `${address}: ${cause instanceof Error ? cause.message : String(cause)}` }
  }
}

/** False once the process that systemd started has ended: waiting for it is over. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { wait: { type: 'string', default: '0' } } })
  const waitSec = Number(values.wait)
  if (!(waitSec >= 0 && waitSec <= maxWaitSec)) {
    console.error(`--wait ${values.wait}: seconds from 0 to ${maxWaitSec} are needed`)
    return 2
  }
  const host = process.env['EKRAN_HOST'] ?? ''
  const address = `http://${['', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host}:${process.env['EKRAN_PORT'] ?? '8080'}/readyz`
  const mainPid = Number(process.env['MAINPID'] ?? 0)
  const untilMs = Date.now() + waitSec * 1000
  for (;;) {
    const readiness = await askOnce(address)
    if (readiness.kind === 'ready') return 0
    const isOver = readiness.kind === 'refused' || Date.now() >= untilMs || (mainPid > 0 && !isAlive(mainPid))
    if (isOver) {
      console.error(`Not ready: ${readiness.why}`)
      return 1
    }
    await pause(pauseMs)
  }
}

process.exitCode = await run()
