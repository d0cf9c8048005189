/** The machine's processes, read from /proc: a bare machine has no `ps`. Linux only. */
import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessSeen {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** All running processes. One that ends while it is read is left out, as are zombies. */
export function processes(): readonly ProcessSeen[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        return stat[0] === 'Z' ? [] : [{ pid: Number(pid), parent: Number(stat[1]), command }]
      } catch {
        return []
      }
    })
}
