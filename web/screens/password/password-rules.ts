/** What a new password must be, said while it is typed (ACC-03). The server judges it once more. */
import { PASSWORD_MIN } from '#contract/constants.ts'

export interface Typed {
  readonly old: string
  readonly next: string
  readonly repeat: string
}

export interface Rules {
  readonly long: boolean
  readonly different: boolean
  readonly same: boolean
}

/** Characters are counted as people see them: a letter outside the first plane is one. */
export function rulesOf({ old, next, repeat }: Typed): Rules {
  return {
    long: [...next].length >= PASSWORD_MIN,
    different: next !== '' && next !== old,
    same: next !== '' && next === repeat,
  }
}
