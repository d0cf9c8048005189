export interface Scored {
  readonly place: number
  readonly score: number
  /** How well it answers the words of the query, 0 to 1. */
  readonly fit: number
}

/** Keeps the best `max`; the weakest stands first, so that most offers are refused by one comparison. */
export function createTop(max: number) {
  const kept: Scored[] = []
  const sink = () => {
    for (let at = 0; at + 1 < kept.length; at += 1) {
      const [one, next] = [kept[at], kept[at + 1]]
      if (one === undefined || next === undefined || one.score <= next.score) return
      kept[at] = next
      kept[at + 1] = one
    }
  }
  return {
    /** What has no more points than this does not get in. */
    get min(): number {
      return kept.length < max ? -1 : (kept[0]?.score ?? 0)
    },
    offer(place: number, score: number, fit: number) {
      if (kept.length < max) {
        kept.push({ place, score, fit })
        if (kept.length === max) kept.sort((a, b) => a.score - b.score)
      } else if (score > (kept[0]?.score ?? 0)) {
        kept[0] = { place, score, fit }
        sink()
      }
    },
    list: (): Scored[] => kept.toSorted((a, b) => b.score - a.score || a.place - b.place),
  }
}
