/** Playlists of a film that is kept on the device: what of them is chosen, what they lead to. Pure. */

/** A scheme of our own: what stands below it is read from the device (`saved-film-scheme.ts`). */
const savedOrigin = 'kept://device/'

/** The folder of a film, the same whatever ticket its address carries; null for an address of something else. */
export function folderOf(address: string): string | null {
  return /\/p\/[^/]+\/download\/([\w-]+\/[\w-]+\/)/.exec(address)?.[1] ?? null
}

/** Where the player finds a film that is kept in this folder. */
export function savedUri(folder: string): string {
  return `${savedOrigin}${folder}master.m3u8`
}

/** The name of what is kept at such an address; null for any other. */
export function savedNameOf(uri: string): string | null {
  return uri.startsWith(savedOrigin) ? uri.slice(savedOrigin.length) : null
}

/** The folder of a film by where the player finds it; null for what an earlier version of the site has saved. */
export function folderOfUri(uri: string): string | null {
  return savedNameOf(uri)?.replace(/[^/]*$/, '') ?? null
}

/** A part that is encrypted: the name of its key and the vector it begins with, which is its number. */
export function sealOf(
  name: string,
): { readonly key: string; readonly vector: Uint8Array<ArrayBuffer> } | null {
  const [, rendition, number, mark] = /^(.*\/)(\d{1,6})-([0-9a-f]{8})\.\w+$/.exec(name) ?? []
  if (rendition === undefined || number === undefined || mark === undefined) return null
  const vector = new Uint8Array(16)
  new DataView(vector.buffer).setUint32(12, Number(number))
  return { key: rendition + mark, vector }
}

/** The height and the languages to save. ISO 639. */
export interface TrackSelection {
  readonly height: number
  /** Languages; `und` for a track that says none. */
  readonly audio: readonly string[]
  readonly texts: readonly string[]
}

/** A selection applied to a multivariant playlist. */
export interface ChosenTracks {
  /** The master playlist of these alone. */
  readonly master: string
  /** Their media playlists, as they are called in the folder. */
  readonly lists: readonly string[]
}

function quoted(line: string, name: string) {
  return new RegExp(`[:,]${name}="([^"]*)"`).exec(line)?.[1]
}

/** One picture, each chosen language of sound and subtitles, the pictures for seeking. Null without the height. */
export function chosenTracks(master: string, selection: TrackSelection): ChosenTracks | null {
  const lines = master.split(/\r?\n/)
  const sounds = lines.filter((line) => line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO'))
  const isSelected = (line: string) => selection.audio.includes(quoted(line, 'LANGUAGE') ?? 'und')
  const chosenSounds = sounds.some(isSelected) ? sounds.filter(isSelected) : sounds.slice(0, 1)
  const chosenLines: string[] = []
  const lists: string[] = []
  let hasPicture = false
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('#EXT-X-STREAM-INF:')) {
      const uri = lines[at + 1] ?? ''
      if (hasPicture || /[:,]RESOLUTION=\d+x(\d+)/.exec(line)?.[1] !== String(selection.height)) continue
      hasPicture = true
      chosenLines.push(line, uri)
      lists.push(uri)
    } else if (line.startsWith('#EXT-X-MEDIA:') || line.startsWith('#EXT-X-IMAGE-STREAM-INF:')) {
      const isText = line.startsWith('#EXT-X-MEDIA:TYPE=SUBTITLES')
      if (line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO') && !chosenSounds.includes(line)) continue
      if (isText && !selection.texts.includes(quoted(line, 'LANGUAGE') ?? 'und')) continue
      chosenLines.push(line)
      const uri = quoted(line, 'URI')
      if (uri !== undefined) lists.push(uri)
    } else if (line.startsWith('#')) chosenLines.push(line)
  }
  // A group that nothing is left of must not be asked for.
  const hasTexts = chosenLines.some((line) => line.startsWith('#EXT-X-MEDIA:TYPE=SUBTITLES'))
  const text = hasTexts ? chosenLines.join('\n') : chosenLines.join('\n').replace(/,SUBTITLES="[^"]*"/g, '')
  return hasPicture ? { master: `${text}\n`, lists } : null
}

/** What a media playlist lists. */
export interface ListedParts {
  /** The playlist as the player reads it on the device: no word of keys, which are not its business there. */
  readonly text: string
  /** Names in the folder, each with the second of the film at which it is needed. */
  readonly parts: readonly { readonly name: string; readonly atSec: number }[]
  /** The key's name in the folder; null when nothing is encrypted. */
  readonly key: string | null
}

/** Reads a media playlist and rewrites its addresses to names in `folder`. */
export function listedParts(playlist: string, folder: string): ListedParts {
  const parts: { name: string; atSec: number }[] = []
  const lines: string[] = []
  let atSec = 0
  let lengthSec = 0
  let key: string | null = null
  for (const line of playlist.split(/\r?\n/)) {
    if (line === '') continue
    if (line.startsWith('#EXT-X-KEY:')) key = quoted(line, 'URI') ?? null
    else if (!line.startsWith('#')) {
      parts.push({ name: line, atSec })
      atSec += lengthSec
      lines.push(line)
    } else {
      if (line.startsWith('#EXTINF:')) lengthSec = Number.parseFloat(line.slice(8)) || 0
      const map = line.startsWith('#EXT-X-MAP:') ? quoted(line, 'URI') : undefined
      if (map !== undefined) parts.push({ name: map, atSec: 0 })
      lines.push(line)
    }
  }
  return { text: toDeviceUris(lines.join('\n'), folder), parts, key: key?.replace(/\.key$/, '') ?? null }
}

/** The same playlist with every address whole and on the device. */
export function toDeviceUris(playlist: string, folder: string): string {
  return playlist
    .split(/\r?\n/)
    .map((line) => {
      if (line === '') return line
      if (!line.startsWith('#')) return savedOrigin + folder + line
      return line.replace(
        /([:,]URI=")([^"]*)"/g,
        (_, before: string, name: string) => `${before}${savedOrigin}${folder}${name}"`,
      )
    })
    .join('\n')
}
