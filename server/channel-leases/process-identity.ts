/** Whether a process on this machine has ended: its channels need not wait for the end of its lease. Linux only. */
import { readFileSync, readlinkSync } from 'node:fs'

const bootFile = '/proc/sys/kernel/random/boot_id'
const spaceFile = '/proc/self/ns/pid'
const [stateField, startField] = [0, 19]

/** The boot of the machine, the namespace of process numbers, the number, the start; '' where that cannot be read. */
export function ownProcess(): string {
  const started = statOf(process.pid)?.[startField]
  const place = placeOf()
  return started === undefined || place === '' ? '' : `${place} ${process.pid} ${started}`
}

/** True only for a process that was on this machine since its boot, in the same namespace, and is no more. */
export function isProcessEnded(identity: string): boolean {
  const match = /^(\S+ \S+) (\d+) (\d+)$/.exec(identity)
  if (match === null || match[1] !== placeOf()) return false
  try {
    const stat = statOf(Number(match[2]))
    return stat === undefined || stat[startField] !== match[3] || /^[ZX]$/.test(stat[stateField] ?? '')
  } catch {
    return false
  }
}

function placeOf(): string {
  try {
    return `${readFileSync(bootFile, 'utf8').trim()} ${readlinkSync(spaceFile)}`
  } catch {
    return ''
  }
}

/** The fields after the name, which may contain anything; undefined when there is no such process. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .trim()
      .split(' ')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined
    throw error
  }
}
