/** Only so many characters of a longer text are compared. */
const maxLength = 100

/** ` Did you mean …?` with the most similar existing name; empty when none is similar. */
export function didYouMean(text: string, existing: readonly string[]): string {
  const near = existing
    .map((name) => ({ name, distance: editDistance(text, name) }))
    .toSorted((a, b) => a.distance - b.distance)[0]
  return near !== undefined && near.distance <= Math.max(2, Math.min(text.length, maxLength) / 3)
    ? ` Did you mean ${near.name}?`
    : ''
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= Math.min(a.length, maxLength); i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap))
    }
    row = next
  }
  return row[b.length] ?? 0
}
