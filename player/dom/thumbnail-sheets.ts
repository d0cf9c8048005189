/** Thumbnail sheets of a film from its playlists, for pictures in motion without its video. */
import type { Preview } from '#player/core/playback/player-engine.ts'

const maxSheets = 5000
const maxPerSide = 100

function quoted(line: string, name: string): string | undefined {
  return new RegExp(`[:,]${name}="([^"]*)"`).exec(line)?.[1]
}

/** The address of the list of sheets in a multivariant playlist at `url`, absolute; null where there is none. */
export function sheetListOf(master: string, url: string): string | null {
  const line = master.split(/\r?\n/).find((one) => one.startsWith('#EXT-X-IMAGE-STREAM-INF:'))
  const uri = line === undefined ? undefined : quoted(line, 'URI')
  return uri === undefined ? null : absolute(uri, url)
}

/** One sheet: its address, and how many thumbnails it really has. Sizes are pixels of a thumbnail. */
export interface ThumbnailSheet {
  readonly url: string
  readonly columns: number
  readonly rows: number
  readonly width: number
  readonly height: number
  readonly count: number
}

/** The sheets of a list at `url`, in the order of the film. Lines that are no sheets are left out. */
export function sheetsOf(list: string, url: string): readonly ThumbnailSheet[] {
  const sheets: ThumbnailSheet[] = []
  let lengthSec = 0
  let tiles: (Omit<ThumbnailSheet, 'url' | 'count'> & { readonly intervalSec: number }) | null = null
  for (const line of list.split(/\r?\n/)) {
    if (sheets.length >= maxSheets) break
    if (line.startsWith('#EXTINF:')) lengthSec = Number.parseFloat(line.slice(8)) || 0
    else if (line.startsWith('#EXT-X-TILES:')) tiles = layoutOf(line)
    else if (line !== '' && !line.startsWith('#')) {
      const sheet = absolute(line, url)
      if (tiles !== null && sheet !== null) {
        const { intervalSec, ...layout } = tiles
        const room = layout.columns * layout.rows
        const count = Math.min(room, Math.max(1, Math.round(lengthSec / intervalSec)))
        sheets.push({ ...layout, url: sheet, count })
      }
    }
  }
  return sheets
}

function layoutOf(line: string) {
  const [, width, height] = (/[:,]RESOLUTION=(\d+)x(\d+)/.exec(line) ?? []).map(Number)
  const [, columns, rows] = (/[:,]LAYOUT=(\d+)x(\d+)/.exec(line) ?? []).map(Number)
  const intervalSec = Number(/[:,]DURATION=([\d.]+)/.exec(line)?.[1])
  if (!width || !height || !columns || !rows || !(intervalSec > 0)) return null
  return columns > maxPerSide || rows > maxPerSide ? null : { width, height, columns, rows, intervalSec }
}

function absolute(uri: string, url: string): string | null {
  try {
    return new URL(uri, url).href
  } catch {
    return null
  }
}

/** The sheets to show of a film: few, spread over its first half, which gives no end away. */
export function chooseSheets(sheets: readonly ThumbnailSheet[], count: number): readonly ThumbnailSheet[] {
  const half = sheets.slice(0, Math.max(1, Math.ceil(sheets.length / 2)))
  if (half.length <= count) return half
  return Array.from(
    { length: count },
    (_, at) => half[Math.floor(((at + 0.5) * half.length) / count)],
  ).filter((sheet) => sheet !== undefined)
}

/** At most `count` thumbnails of a sheet, evenly spread. */
export function picturesOf(sheet: ThumbnailSheet, count: number): readonly Preview[] {
  const shown = Math.min(count, sheet.count)
  return Array.from({ length: shown }, (_, at) => {
    const place = Math.floor((at * sheet.count) / shown)
    return {
      url: sheet.url,
      sheetWidth: sheet.columns * sheet.width,
      sheetHeight: sheet.rows * sheet.height,
      left: (place % sheet.columns) * sheet.width,
      top: Math.floor(place / sheet.columns) * sheet.height,
      width: sheet.width,
      height: sheet.height,
    }
  })
}
