/** The maximum stored: this bounds a training's memory and time. */
const maxWatchings = 1_000_000
const maxTitles = 50_000
/** The newest of one person. */
const maxOfPerson = 300

/**
 * All viewers' history, small enough for memory: numbers in arrays, not objects. When it is full, every second person
 * is removed and of later ones only every second is added, so that the rest stays representative.
 */
export class WatchLog {
  /** `places` contains indexes into this list. */
  readonly vids: number[] = []
  readonly #placeOf = new Map<number, number>()
  readonly #max: number
  #starts: number[] = [0]
  #places = new Uint32Array(1024)
  #length = 0
  #met = 0
  #every = 1

  constructor(max = maxWatchings) {
    this.#max = max
  }

  /** Titles person by person, each person's in viewing order. */
  get places(): Uint32Array {
    return this.#places.subarray(0, this.#length)
  }

  /** `places[starts[n]]` to `places[starts[n + 1]]` is the nth person's list. */
  get starts(): readonly number[] {
    return this.#starts
  }

  /** Adds one person's titles, each once, oldest first. */
  add(vids: readonly number[]): void {
    this.#met += 1
    if (this.#met % this.#every !== 0) return
    const newest = vids.slice(-Math.min(maxOfPerson, this.#max))
    while (this.#length + newest.length > this.#max) this.#halve()
    for (const vid of newest) {
      const place = this.#placeOf.get(vid) ?? this.#addTitle(vid)
      if (place !== undefined) this.#push(place)
    }
    this.#starts.push(this.#length)
  }

  #halve(): void {
    this.#every *= 2
    const starts = [0]
    let length = 0
    for (let person = 1; person + 1 < this.#starts.length; person += 2) {
      const list = this.#places.slice(this.#starts[person], this.#starts[person + 1])
      this.#places.set(list, length)
      length += list.length
      starts.push(length)
    }
    this.#starts = starts
    this.#length = length
  }

  #addTitle(vid: number): number | undefined {
    if (this.vids.length === maxTitles) return undefined
    this.#placeOf.set(vid, this.vids.length)
    return this.vids.push(vid) - 1
  }

  #push(place: number): void {
    if (this.#length === this.#places.length) {
      const larger = new Uint32Array(this.#length * 2)
      larger.set(this.#places)
      this.#places = larger
    }
    this.#places[this.#length] = place
    this.#length += 1
  }
}
