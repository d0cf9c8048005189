/** The configured faults of an emulator, by what they belong to: a service, or a kind of request. */
export interface Faults<Part extends string, Name extends string> {
  /** The current fault; with `times` it ends after that many requests. */
  take(part: Part): Name | 'none'
  set(which: readonly Part[], name: Name | 'none', times: number | undefined): void
  all(): Readonly<Record<string, Name | 'none'>>
}

export function createFaults<Part extends string, Name extends string>(
  parts: readonly Part[],
): Faults<Part, Name> {
  const present = new Map<Part, { readonly name: Name; left: number }>()
  return {
    take: (part) => {
      const fault = present.get(part)
      if (fault === undefined) return 'none'
      fault.left -= 1
      if (fault.left <= 0) present.delete(part)
      return fault.name
    },
    set: (which, name, times) => {
      for (const part of which)
        if (name === 'none') present.delete(part)
        else present.set(part, { name, left: times ?? Number.POSITIVE_INFINITY })
    },
    all: () => Object.fromEntries(parts.map((part) => [part, present.get(part)?.name ?? 'none'])),
  }
}
