/** Numbers of a packaged file as they are written. Pure. */
import type { consoleFilmMedia } from '#contract/console/film-media.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'

export type PackagedFile = ResponseOf<typeof consoleFilmMedia.files>['files'][number]

/** `−18,3`, with a point in English. */
export function writeDecibels(value: number, language: string): string {
  const text = Math.abs(value).toFixed(1)
  const sign = value < 0 && Number(text) !== 0 ? '−' : ''
  return sign + (language === 'en' ? text : text.replace('.', ','))
}

/** `1:02:03.4`: a moment of a file, to the tenth of a second. */
export function writeMoment(seconds: number): string {
  const tenths = Math.max(0, Math.floor(seconds * 10 + 1e-6))
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60]
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** The name of a track, or its language where it has none. */
export function trackLabel({ name, language }: { readonly name: string; readonly language: string }): string {
  return name === '' ? language : name
}
