export interface Scored {
  readonly docId: number
  readonly score: number
  /** How well it matches the words of the query, 0 to 1. */
  readonly fit: number
}

/** Keeps the best `max`; the weakest is first, so that most candidates are rejected by one comparison. */
export function createTop(max: number) {
  const remaining: Scored[] = []
  const sink = () => {
    for (let at = 0; at + 1 < remaining.length; at += 1) {
      const [one, next] = [remaining[at], remaining[at + 1]]
      if (one === undefined || next === undefined || one.score <= next.score) return
      remaining[at] = next
      remaining[at + 1] = one
    }
  }
  return {
    /** Items with no more points than this are rejected. */
    get min(): number {
      return remaining.length < max ? -1 : (remaining[0]?.score ?? 0)
    },
    offer(docId: number, score: number, fit: number) {
      if (remaining.length < max) {
        remaining.push({ docId, score, fit })
        if (remaining.length === max) remaining.sort((a, b) => a.score - b.score)
      } else if (score > (remaining[0]?.score ?? 0)) {
        remaining[0] = { docId, score, fit }
        sink()
      }
    },
    list: (): Scored[] => remaining.toSorted((a, b) => b.score - a.score || a.docId - b.docId),
  }
}
