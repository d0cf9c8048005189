/** What a new password must be, said while it is typed (ACC-03). The server judges it once more. */
export interface Typed {
  readonly old: string
  readonly next: string
  readonly repeat: string
}

export interface Rules {
  readonly different: boolean
  readonly same: boolean
}

export function rulesOf({ old, next, repeat }: Typed): Rules {
  return {
    different: next !== '' && next !== old,
    same: next !== '' && next === repeat,
  }
}
