/** The report of passed and failed checks, in order. */
import { isDeepStrictEqual } from 'node:util'

export interface Check {
  readonly part: string
  readonly name: string
  readonly isRight: boolean
  /** The expected and the actual value of a failed check. */
  readonly detail: string
}

export interface Sheet {
  readonly checks: readonly Check[]
  /** Starts a part of the sequence. */
  part(name: string): void
  /** Records whether `got` is exactly the expected value. */
  same(name: string, got: unknown, expected: unknown): void
  /** Records whether a condition is true. */
  so(name: string, isRight: boolean, got?: unknown): void
}

export function createSheet(): Sheet {
  const checks: Check[] = []
  let part = ''
  const add = (name: string, isRight: boolean, detail: string) => {
    checks.push({ part, name, isRight, detail: isRight ? '' : detail })
  }
  return {
    checks,
    part: (name) => {
      part = name
    },
    same: (name, got, expected) =>
      add(name, isDeepStrictEqual(got, expected), `expected ${shown(expected)}, got ${shown(got)}`),
    so: (name, isRight, got) => add(name, isRight, `got ${shown(got)}`),
  }
}

function shown(value: unknown) {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 300)
}

/** The report as lines for a terminal. */
export function linesOf({ checks }: Sheet): string[] {
  const lines: string[] = []
  let part = ''
  for (const check of checks) {
    if (check.part !== part) lines.push('', check.part)
    part = check.part
    lines.push(`  ${check.isRight ? 'right' : 'WRONG'}  ${check.name}${check.detail && `: ${check.detail}`}`)
  }
  const wrong = checks.filter(({ isRight }) => !isRight).length
  return [...lines, '', `${checks.length - wrong} of ${checks.length} right`]
}
