/** Playlists of a downloaded film: the selected renditions and the files they need. Pure. */

import { savedNameOf, savedOrigin } from './saved-address.ts'

/** The folder of a film, the same whatever ticket its address carries; null for an address of anything else. */
export function folderOf(address: string): string | null {
  return /\/p\/[^/]+\/download\/([\w-]+\/[\w-]+\/)/.exec(address)?.[1] ?? null
}

/** The address at which the player finds the film stored in this folder. */
export function savedUri(folder: string): string {
  return `${savedOrigin}${folder}master.m3u8`
}

/** The folder of a film by its address on the device; null for downloads of an earlier version of the site. */
export function folderOfUri(uri: string): string | null {
  return savedNameOf(uri)?.replace(/[^/]*$/, '') ?? null
}

/** An encrypted part: the name of its key, and its initialization vector, which is its sequence number. */
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
  /** The master playlist with the selected renditions only. */
  readonly master: string
  /** Their media playlists, by their names in the folder. */
  readonly lists: readonly string[]
}

function quoted(line: string, name: string) {
  return new RegExp(`[:,]${name}="([^"]*)"`).exec(line)?.[1]
}

/** One video rendition, the chosen audio and subtitle languages, and the thumbnails. Null without the height. */
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
  // A group without any rendition must not be referenced.
  const hasTexts = chosenLines.some((line) => line.startsWith('#EXT-X-MEDIA:TYPE=SUBTITLES'))
  const text = hasTexts ? chosenLines.join('\n') : chosenLines.join('\n').replace(/,SUBTITLES="[^"]*"/g, '')
  return hasPicture ? { master: `${text}\n`, lists } : null
}

/** The files of a media playlist. */
export interface ListedParts {
  /** The playlist as the player reads it on the device: without keys, because decryption happens before. */
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

/** The same playlist with absolute addresses on the device. */
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
