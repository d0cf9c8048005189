/**
 * Polyfills for engines older than the default build supports; that build leaves this file out (`old-engines.ts`). Each
 * name is here because browser code or one of its libraries uses it, with the first Chromium, Safari and Firefox that
 * have it: an entry can be removed when all supported engines have the name.
 *
 * | name | Chromium | Safari | Firefox |
 * |---|---|---|---|
 * | flat, flatMap | 69 | 12 | 62 |
 * | Element.toggleAttribute | 69 | 12 | 63 |
 * | globalThis | 71 | 12.1 | 65 |
 * | queueMicrotask (React) | 71 | 12.1 | 69 |
 * | Object.fromEntries | 73 | 12.1 | 63 |
 * | String.matchAll | 73 | 13 | 67 |
 * | Promise.allSettled | 76 | 13 | 71 |
 * | String.replaceAll | 85 | 13.1 | 77 |
 * | at, of arrays and typed ones | 92 | 15.4 | 90 |
 * | Object.hasOwn (ALTCHA) | 93 | 15.4 | 92 |
 * | findLast, findLastIndex | 97 | 15.4 | 104 |
 * | toReversed, toSorted, toSpliced, with | 110 | 16 | 115 |
 * | Promise.withResolvers (Shaka) | 119 | 17.4 | 121 |
 * | HTMLDialogElement (`fill-dialog.ts`) | 37 | 15.4 | 98 |
 *
 * `tsconfig.dom.json` lists the same parts of the language: newer ones do not compile in browser code.
 */
type Methods = Readonly<Record<string, (this: never, ...values: never[]) => unknown>>

/** Adds what is missing, hidden from enumeration as the engine's own would be. */
function fill(target: object, methods: Methods): void {
  for (const name of Object.keys(methods))
    if (!(name in target))
      Object.defineProperty(target, name, {
        value: methods[name],
        writable: true,
        enumerable: false,
        configurable: true,
      })
}

function fillGlobals(): void {
  fill(self, {
    globalThis: self as never,
    queueMicrotask: (run: () => void) => {
      Promise.resolve()
        .then(run)
        .catch((error: unknown) =>
          setTimeout(() => {
            throw error
          }),
        )
    },
  })
}

type Sequence = unknown[]

/** The index that a number counted from either end means. */
function placeIn({ length }: Sequence, index: number): number {
  const whole = Math.trunc(index) || 0
  return whole < 0 ? length + whole : whole
}

function lastPlace(
  all: Sequence,
  is: (value: unknown, index: number, all: Sequence) => unknown,
  self: unknown,
): number {
  for (let index = all.length - 1; index >= 0; index--)
    if (is.call(self, all[index], index, all) as boolean) return index
  return -1
}

function flattened(all: Sequence, depth: number): Sequence {
  const made: Sequence = []
  const add = (value: unknown) => void made.push(value)
  // `forEach` leaves out what an array does not have, as the engine's own does.
  all.forEach((value) =>
    Array.isArray(value) && depth >= 1 ? flattened(value as Sequence, depth - 1).forEach(add) : add(value),
  )
  return made
}

type Judge = (value: unknown, index: number, all: Sequence) => unknown

/** For arrays, and for typed ones, whose copies keep their type. */
const sequences = {
  at(this: Sequence, index: number) {
    return this[placeIn(this, index)]
  },
  findLast(this: Sequence, is: Judge, self?: unknown) {
    return this[lastPlace(this, is, self)]
  },
  findLastIndex(this: Sequence, is: Judge, self?: unknown) {
    return lastPlace(this, is, self)
  },
  toReversed(this: Sequence) {
    return this.slice().reverse()
  },
  toSorted(this: Sequence, compare?: (one: unknown, other: unknown) => number) {
    return this.slice().sort(compare)
  },
  with(this: Sequence, index: number, value: unknown) {
    const place = placeIn(this, index)
    if (place < 0 || place >= this.length) throw new RangeError(`index ${index} is out of range`)
    const copy = this.slice()
    copy[place] = value
    return copy
  },
}

function fillArrays(): void {
  fill(Array.prototype, sequences)
  fill(Object.getPrototypeOf(Uint8Array.prototype) as object, sequences)
  fill(Array.prototype, {
    flat(this: Sequence, depth = 1) {
      return flattened(this, Number(depth))
    },
    flatMap(this: Sequence, change: Judge, self?: unknown) {
      return flattened(this.map(change, self), 1)
    },
    toSpliced(this: Sequence, ...values: [number, number]) {
      const copy = this.slice()
      copy.splice(...values)
      return copy
    },
  })
}

function fillObjects(): void {
  fill(Object, {
    fromEntries(pairs: Iterable<readonly [PropertyKey, unknown]>) {
      const made: Record<PropertyKey, unknown> = {}
      for (const [name, value] of pairs) made[name] = value
      return made
    },
    hasOwn: (owner: object, name: PropertyKey) => Object.prototype.hasOwnProperty.call(owner, name),
  })
}

function fillTexts(): void {
  fill(String.prototype, {
    *matchAll(this: string, pattern: RegExp) {
      const own = new RegExp(pattern.source, pattern.flags)
      own.lastIndex = pattern.lastIndex
      for (let match = own.exec(this); match !== null; match = own.exec(this)) {
        // An empty match would be found endlessly.
        if (match[0] === '') own.lastIndex += 1
        yield match
      }
    },
    replaceAll(this: string, target: string | RegExp, by: string | ((...match: string[]) => string)) {
      const pattern =
        typeof target === 'string' ? new RegExp(target.replace(/[^\w\s]/g, '\\$&'), 'g') : target
      return this.replace(pattern, by as string)
    },
  })
}

function fillPromises(): void {
  fill(Promise, {
    allSettled: (all: Iterable<unknown>) =>
      Promise.all(
        [...all].map((one) =>
          Promise.resolve(one).then(
            (value) => ({ status: 'fulfilled', value }),
            (reason: unknown) => ({ status: 'rejected', reason }),
          ),
        ),
      ),
    withResolvers: () => {
      const made: Record<string, unknown> = {}
      made['promise'] = new Promise((resolve, reject) => {
        made['resolve'] = resolve
        made['reject'] = reject
      })
      return made
    },
  })
}

function fillElements(): void {
  // A worker has none.
  if (typeof Element === 'undefined') return
  fill(Element.prototype, {
    toggleAttribute(this: Element, name: string, force?: boolean) {
      const sets = force ?? !this.hasAttribute(name)
      if (!sets) this.removeAttribute(name)
      else if (!this.hasAttribute(name)) this.setAttribute(name, '')
      return sets
    },
  })
}

fillGlobals()
fillElements()
fillArrays()
fillObjects()
fillTexts()
fillPromises()
