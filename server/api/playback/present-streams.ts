import { shownModel, type Accounts, type DeviceRow } from '#server/accounts/accounts.ts'
import { staffHolder, type StreamRecord } from '#server/streams/streams.ts'
import type { Language } from '#contract/form/failures.ts'
import type { Stream } from '#contract/playback/streams.ts'
import { type LiveCatalogue, inLanguage, nameOf } from '#server/catalogue/catalogue.ts'
import type { LiveTelevision } from '#server/television/television.ts'

/** The sources of a stream's texts. */
export interface StreamWords {
  readonly accounts: Pick<Accounts, 'listDevices'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
  readonly television: Pick<LiveTelevision, 'now'>
}

const otherPlayer: Record<Language, string> = { ru: 'Другой плеер', uz: 'Boshqa pleyer' }
const support: Record<Language, string> = { ru: 'Служба поддержки', uz: 'Qoʻllab-quvvatlash xizmati' }
const unnamedDevice: Record<Language, string> = { ru: 'Устройство', uz: 'Qurilma' }

/** Streams in the contract's shape, the longest active first, for the requesting session. */
export async function presentStreams(
  words: StreamWords,
  streams: readonly StreamRecord[],
  caller: { readonly accountId: number; readonly sessionId: string | undefined },
  language: Language,
): Promise<Stream[]> {
  const devices = await words.accounts.listDevices(caller.accountId, caller.sessionId)
  const longestFirst = streams.toSorted((a, b) => (a.startedMs ?? 0) - (b.startedMs ?? 0))
  return longestFirst.map((stream) => ({
    stream_id: stream.streamId,
    device_name: nameOfHolder(devices, stream.holder, language),
    ...pictureOf(words, stream.item, language),
    started_at: Math.floor((stream.startedMs ?? 0) / 1000),
    is_this_device: stream.holder === caller.sessionId ? 1 : 0,
  }))
}

/** The display name of a stream's holder. */
export function nameOfHolder(devices: readonly DeviceRow[], holder: string, language: Language): string {
  if (holder === staffHolder) return support[language]
  if (holder.startsWith('x:')) return otherPlayer[language]
  const match = devices.find((device) => device.sessionId === holder)
  return match?.name || shownModel(match?.model ?? '') || unnamedDevice[language]
}

function pictureOf(
  { catalogue, television }: StreamWords,
  item: string,
  language: Language,
): Pick<Stream, 'kind' | 'title'> {
  const [kind, id, detail] = item.split(':')
  if (kind === 'film') {
    const title = catalogue.now().anyTitle(Number(id))
    return { kind, title: title === undefined ? '' : nameOf(title, language) }
  }
  const snapshot = television.now()
  const channel = snapshot.channel(Number(id))
  const name = channel === undefined ? '' : inLanguage(channel.name, language)
  if (kind !== 'archive') return { kind: 'live', title: name }
  const beginMs = Number(detail) * 1000
  const programme = snapshot.guide.window(Number(id), beginMs, beginMs + 1)[0]
  const shown = programme === undefined ? '' : inLanguage(programme.title, language)
  return { kind: 'archive', title: [name, shown].filter((part) => part !== '').join(': ') }
}
