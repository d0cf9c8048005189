/** Behaves like a parser of a malicious file: uses up resources, or tries forbidden access. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

export function readSandboxed(what: string): string {
  switch (what) {
    case 'time':
      // A loop that no event ends.
      for (let at = 0; ; at += 1) if (at === -1) return ''
    case 'memory': {
      const remaining: Buffer[] = []
      for (;;) remaining.push(Buffer.alloc(10_000_000, remaining.length))
    }
    case 'exit':
      process.exit(3)
    case 'write':
      return codeOf(() => writeFileSync('/tmp/ekran-apart', ''))
    case 'start':
      return codeOf(() => execFileSync('/bin/true'))
    case 'passwd':
      return codeOf(() => readFileSync('/etc/passwd'))
    case 'settings':
      return Object.keys(process.env)
        .filter((name) => name.startsWith('EKRAN_'))
        .join()
    default:
      return what
  }
}

function codeOf(reach: () => unknown): string {
  try {
    reach()
    return 'it could'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'something else'
  }
}
