/** What a history page's position consists of. */
interface Watched {
  readonly watchedAtMs: number
  readonly title: { readonly vid: number }
}

/** A page of the history, the latest first, and the cursor of the next one; '' when nothing follows. */
export function pageOf<One extends Watched>(
  all: readonly One[],
  { page, limit, after }: { readonly page: number; readonly limit: number; readonly after: string },
): { readonly watched: readonly One[]; readonly next: string } {
  const begin = after === '' ? (page - 1) * limit : indexAfter(all, after)
  const watched = all.slice(begin, begin + limit)
  const last = watched.at(-1)
  return { watched, next: last === undefined || begin + limit >= all.length ? '' : cursorOf(last) }
}

/** A cursor as text: when the last title was watched, and its id. */
function cursorOf(one: Watched): string {
  return `${one.watchedAtMs}-${one.title.vid}`
}

/** How many titles of the history are at or before the cursor, whether or not its title still exists. */
function indexAfter(all: readonly Watched[], cursor: string): number {
  const [atMs = 0, vid = 0] = cursor.split('-').map(Number)
  const place = all.findIndex(
    (one) => one.watchedAtMs < atMs || (one.watchedAtMs === atMs && one.title.vid < vid),
  )
  return place === -1 ? all.length : place
}
