/** The programmes of the guide by the names of their shows. */
import { inSlices, type Sliced } from '#server/platform/concurrency/in-slices.ts'
import { isSameShow, type ShowName, showNameOf, similarityOf } from '#server/reminders/reminders.ts'
import type { LiveTelevision, ProgrammeRecord, TelevisionSnapshot } from '#server/television/television.ts'

/** A programme with the numbers of its episode: the guide's own, else those in its title. */
export interface ShowProgramme {
  readonly programme: ProgrammeRecord
  readonly season: number | undefined
  readonly episode: number | undefined
}

export interface ShowIndex {
  /** The broadcasts of a show on a channel, or on all (0), in the order of their start times; nearly the same names too. */
  broadcasts(key: string, cid: number): readonly ShowProgramme[]
  /** The one of the most similar name that still comes; undefined where none is similar. */
  similar(key: string, cid: number, nowMs: number): ProgrammeRecord | undefined
}

/** The key of a programme's show, by its Russian title, else the Uzbek one; '' when its title names no show. */
export function keyOfProgramme({ title }: Pick<ProgrammeRecord, 'title'>): string {
  return showNameOf(title.ru).key || showNameOf(title.uz).key
}

const titlesAtOnce = 64
const minSimilarity = 0.6

/** Builds the index; `nameOf` reads a title, each perhaps often. */
export function* indexShows(
  { channels, guide }: Pick<TelevisionSnapshot, 'channels' | 'guide'>,
  nameOf: (title: string) => ShowName,
): Sliced<ShowIndex> {
  const byKey = new Map<string, ShowProgramme[]>()
  let count = 0
  for (const { cid } of channels)
    for (const programme of guide.all(cid)) {
      const both = [programme.title.ru, programme.title.uz].map(nameOf)
      const season = programme.season ?? both.find((name) => name.season !== undefined)?.season
      const episode = programme.episode ?? both.find((name) => name.episode !== undefined)?.episode
      for (const key of new Set(both.map((name) => name.key)))
        if (key !== '') listOf(byKey, key).push({ programme, season, episode })
      count += 1
      if (count % titlesAtOnce === 0) yield
    }
  return indexOf(byKey)
}

/** The words that a similar name shares with another one. */
function longWords(key: string): ReadonlySet<string> {
  return new Set(key.split(' ').filter((word) => word.length >= shortestShared))
}
const shortestShared = 4

function listOf<Key, Value>(lists: Map<Key, Value[]>, key: Key): Value[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

function indexOf(byKey: ReadonlyMap<string, readonly ShowProgramme[]>): ShowIndex {
  const byLength = new Map<number, string[]>()
  const byWord = new Map<string, string[]>()
  for (const key of byKey.keys()) {
    listOf(byLength, key.length).push(key)
    for (const word of longWords(key)) listOf(byWord, word).push(key)
  }
  const sameKeys = new Map<string, readonly string[]>()
  /** Spaces count as nothing in a comparison, so that lengths may differ by some. */
  const near = (key: string) => {
    const ready = sameKeys.get(key)
    if (ready !== undefined) return ready
    const same = [-4, -3, -2, -1, 0, 1, 2, 3, 4]
      .flatMap((more) => byLength.get(key.length + more) ?? [])
      .filter((other) => isSameShow(key, other))
    sameKeys.set(key, same)
    return same
  }
  const isOn = (cid: number) => (one: ShowProgramme) => cid === 0 || one.programme.cid === cid
  return {
    broadcasts: (key, cid) => {
      const all = near(key).flatMap((other) => (byKey.get(other) ?? []).filter(isOn(cid)))
      const once = new Map(all.map((one) => [one.programme.pid, one]))
      return [...once.values()].toSorted(
        (a, b) => a.programme.beginMs - b.programme.beginMs || a.programme.pid - b.programme.pid,
      )
    },
    similar: (key, cid, nowMs) => {
      let best: { readonly programme: ProgrammeRecord; readonly similarity: number } | undefined
      for (const other of new Set([...longWords(key)].flatMap((word) => byWord.get(word) ?? []))) {
        const broadcasts = byKey.get(other) ?? []
        const similarity = similarityOf(key, other)
        if (similarity < Math.max(minSimilarity, best?.similarity ?? 0)) continue
        const next = broadcasts.find((one) => isOn(cid)(one) && one.programme.beginMs > nowMs)
        if (next !== undefined) best = { programme: next.programme, similarity }
      }
      return best?.programme
    },
  }
}

/** The index of the current guide, built at the first request after a change; requests meanwhile share the work. */
export function openShowIndex(television: Pick<LiveTelevision, 'now'>): () => Promise<ShowIndex> {
  let names = new Map<string, ShowName>()
  let built: { readonly of: TelevisionSnapshot; readonly index: Promise<ShowIndex> } | undefined
  return () => {
    const snapshot = television.now()
    if (built?.of === snapshot) return built.index
    // Titles that the guide has no more are forgotten.
    const former = names
    const current = new Map<string, ShowName>()
    names = current
    const nameOf = (title: string) => {
      const read = current.get(title) ?? former.get(title) ?? showNameOf(title)
      current.set(title, read)
      return read
    }
    const index = inSlices(indexShows(snapshot, nameOf)).then((made) => {
      if (made === undefined) throw new Error('the index of shows was not built')
      return made
    })
    built = { of: snapshot, index }
    return index
  }
}
