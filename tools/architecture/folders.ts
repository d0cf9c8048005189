/** Measures of folders: how many files are in each, and which of them form an import cycle. */
import { basename, dirname } from 'node:path'

/** Source folders with more files directly in them than `limit`, the fullest first. */
export function crowdedFolders(
  paths: readonly string[],
  limit: number,
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > limit).toSorted((one, other) => other[1] - one[1])
}

/** Imports between folders: `from` and `to` are paths of files. */
export interface Arrow {
  readonly from: string
  readonly to: string
}

/** `server/billing` for the server's modules, else the first folder. */
export function topFolderOf(path: string): string {
  const [first = '', second = ''] = path.split('/')
  return first === 'server' && second !== basename(path) ? `${first}/${second}` : first
}

/** The cycles within each module; imports between modules do not count. The largest first. */
export function folderRings(arrows: readonly Arrow[]): readonly (readonly string[])[] {
  const modules = new Set(arrows.map(({ from }) => topFolderOf(from)))
  return [...modules]
    .flatMap((module) =>
      ringsOf(arrows.filter(({ from, to }) => topFolderOf(from) === module && topFolderOf(to) === module)),
    )
    .toSorted((one, other) => other.length - one.length)
}

/** The cycles of folders that reach each other, each with two folders or more; the largest first. */
export function ringsOf(arrows: readonly Arrow[]): readonly (readonly string[])[] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of arrows) {
    const [a, b] = [dirname(from), dirname(to)]
    if (a === b) continue
    next.set(a, (next.get(a) ?? new Set()).add(b))
  }
  return strongComponents(next)
    .filter((ring) => ring.length > 1)
    .toSorted((one, other) => other.length - one.length)
}

/** Tarjan's algorithm. */
function strongComponents(next: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const components: string[][] = []
  const visit = (folder: string): void => {
    order.set(folder, order.size)
    low.set(folder, order.size - 1)
    stack.push(folder)
    for (const other of next.get(folder) ?? []) {
      if (!order.has(other)) visit(other)
      if (stack.includes(other))
        low.set(folder, Math.min(low.get(folder) ?? 0, low.get(other) ?? Number.POSITIVE_INFINITY))
    }
    if (low.get(folder) !== order.get(folder)) return
    components.push(stack.splice(stack.indexOf(folder)))
  }
  for (const folder of next.keys()) if (!order.has(folder)) visit(folder)
  return components
}
