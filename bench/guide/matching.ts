/**
 * How well the channels of playlists are matched with those of a guide by names alone. The guide ids of the lists are the
 * truth and are hidden: `node bench/guide/matching.ts <guide.xml> <list.m3u> …`. With `--wrong` every wrong pair is printed.
 */
import { createReadStream, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isProposed } from '#server/imports/guide/store-matching.ts'
import { matchChannels, type GuideChannelNames } from '#server/imports/guide/match-channels.ts'
import { channelsOf } from '#server/imports/m3u/collect-channels.ts'
import { readPlaylist } from '#server/imports/m3u/read-playlist.ts'
import { readGuide } from '#server/imports/xmltv/read-xmltv.ts'

interface Counts {
  /** Channels of which the guide has one with their id. */
  readonly total: number
  /** Matched without a question, and how many of them rightly. */
  readonly applied: number
  readonly right: number
  /** Not matched, and the proposal is the right one. */
  readonly proposed: number
}

async function guideChannels(file: string): Promise<readonly GuideChannelNames[]> {
  const channels: GuideChannelNames[] = []
  const sink = {
    channel: (channel: GuideChannelNames) => void channels.push(channel),
    programme: () => undefined,
    pause: async () => undefined,
  }
  const outcome = await readGuide(createReadStream(file) as AsyncIterable<Uint8Array>, sink)
  if (outcome.kind === 'refused') throw new Error(`${file}: ${outcome.why}`)
  return channels
}

async function measure(guide: readonly GuideChannelNames[], file: string, isLoud: boolean): Promise<Counts> {
  const playlist = await readPlaylist(readFileSync(file))
  if (playlist.kind === 'refused') throw new Error(`${file}: ${playlist.why}`)
  const listed = channelsOf(playlist, { name: basename(file) }, [], [])
  const ids = new Set(guide.map(({ id }) => id.toLowerCase()))
  const idOf = (cid: number) => (listed[cid]?.tvgId ?? '').replace(/@.*$/, '')
  const ours = listed.map(({ channel }, cid) => ({
    ...{ cid, tvgId: null, tvgName: null, names: [channel.name.ru] },
    ...(channel.countries === undefined ? {} : { countries: channel.countries }),
  }))
  const { matches, closestToOurs } = matchChannels(guide, ours, [])
  const labelled = ours.filter(({ cid }) => ids.has(idOf(cid)))
  const matchOf = new Map(matches.map(({ cid, id }) => [cid, id.toLowerCase()]))
  const applied = labelled.filter(({ cid }) => matchOf.has(cid))
  const wrong = applied.filter(({ cid }) => matchOf.get(cid) !== idOf(cid))
  if (isLoud)
    for (const { cid, names } of wrong) console.log(`  ${names[0]} = ${matchOf.get(cid)}, not ${idOf(cid)}`)
  const proposed = labelled.filter(({ cid }) => {
    const closest = matchOf.has(cid) ? undefined : closestToOurs.get(cid)
    return closest !== undefined && isProposed(closest) && closest.id.toLowerCase() === idOf(cid)
  })
  return {
    total: labelled.length,
    applied: applied.length,
    right: applied.length - wrong.length,
    proposed: proposed.length,
  }
}

const words = process.argv.slice(2)
const [guideFile, ...lists] = words.filter((word) => !word.startsWith('--'))
if (guideFile === undefined || lists.length === 0)
  throw new Error('node bench/guide/matching.ts <guide.xml> <list.m3u> …')
const guide = await guideChannels(guideFile)
const counts: Counts[] = []
for (const file of lists) {
  const one = await measure(guide, file, words.includes('--wrong'))
  counts.push(one)
  print(basename(file), one)
}
const sum = (of: keyof Counts) => counts.reduce((total, one) => total + one[of], 0)
print('all', {
  total: sum('total'),
  applied: sum('applied'),
  right: sum('right'),
  proposed: sum('proposed'),
})

function print(name: string, { total, applied, right, proposed }: Counts): void {
  const share = (of: number, all: number) => (all === 0 ? '–' : (of / all).toFixed(4))
  console.log(
    `${name}: ${total} channels, ${applied} matched, precision ${share(right, applied)}, ` +
      `recall ${share(right, total)}, with the first proposal ${share(right + proposed, total)}`,
  )
}
