/** The rules of a new password, checked while it is typed (ACC-03). The server checks them again. */
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
