import type { ChannelRecord, ProgrammeRecord, TelevisionSnapshot } from '#server/television/television.ts'
import type { Sliced } from '#server/platform/concurrency/in-slices.ts'
import type { SearchDocuments } from './query/search-document.ts'

/** The result lists of television. */
export const broadcastLists = { channels: 0, programmes: 1 } as const

/** A snapshot of television as search documents: channels, and each programme once with all its airings. */
export interface Broadcasts extends SearchDocuments {
  channelAt(docId: number): ChannelRecord | undefined
  /** In the order of their start times. */
  airingsAt(docId: number): readonly ProgrammeRecord[]
}

/** A channel is mostly searched by its name; its number counts when it is the whole query. */
const numberWeight = 0.6

/** Programmes of the same name are one document: the news is broadcast thirty times a day. */
export function* listBroadcasts({ channels, guide }: TelevisionSnapshot): Sliced<Broadcasts> {
  const byName = new Map<string, ProgrammeRecord[]>()
  for (const { cid } of channels) {
    for (const programme of guide.all(cid)) {
      const { ru, uz } = programme.title
      const name = `${ru}\n${uz}`
      const own = byName.get(name)
      if (own === undefined) byName.set(name, [programme])
      else own.push(programme)
    }
    yield
  }
  const programmes: (readonly ProgrammeRecord[])[] = []
  for (const airings of byName.values()) {
    programmes.push(airings.sort((a, b) => a.beginMs - b.beginMs || a.pid - b.pid))
    if (programmes.length % 128 === 0) yield
  }
  const lowest = channels.reduce((min, { number }) => Math.min(min, number), Number.POSITIVE_INFINITY)
  const namesAt = (docId: number): string[] => {
    const channel = channels[docId]
    if (channel !== undefined) return distinct([channel.name.ru, channel.name.uz, channel.tvgName ?? ''])
    const title = programmes[docId - channels.length]?.[0]?.title
    return title === undefined ? [] : distinct([title.ru, title.uz])
  }
  return {
    size: channels.length + programmes.length,
    groups: 2,
    at: (docId) => {
      const channel = channels[docId]
      if (channel !== undefined)
        return {
          group: broadcastLists.channels,
          names: namesAt(docId),
          more: [{ text: String(channel.number), weight: numberWeight }],
          popularity: 1 / (1 + (channel.number - lowest) / 50),
        }
      const airings = programmes[docId - channels.length] ?? []
      return {
        group: broadcastLists.programmes,
        names: namesAt(docId),
        more: [],
        popularity: Math.min(1, Math.log1p(airings.length) / 6),
      }
    },
    namesAt,
    channelAt: (docId) => channels[docId],
    airingsAt: (docId) => programmes[docId - channels.length] ?? [],
  }
}

function distinct(names: readonly string[]) {
  return [...new Set(names)].filter((name) => name !== '')
}
