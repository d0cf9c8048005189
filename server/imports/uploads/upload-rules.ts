/** What may be uploaded, under which name; pure. */
import { planFolder } from '#server/imports/nfo/plan-folder.ts'

/** 100 GB. */
export const defaultUploadBytes = 100_000_000_000
/** An upload to which nothing came for so long is deleted. */
export const abandonedMs = 24 * 3_600_000

const maxNameBytes = 200
/** Controls, invisible marks, and what is no character. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu

/**
 * A name for a file of a browser, safe in a folder: no path, no control, invisible or reserved characters, not hidden,
 * short enough for every file system. '' when nothing is left of it.
 */
export function safeFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replace(unseen, '')
    .replace(/[<>:"|?*]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
  const dot = plain.lastIndexOf('.')
  if (dot <= 0) return ''
  const [stem, extension] = [plain.slice(0, dot).trimEnd(), plain.slice(dot)]
  if (stem === '' || Buffer.byteLength(extension) > 10) return ''
  return `${shortened(stem, maxNameBytes - Buffer.byteLength(extension))}${extension}`
}

function shortened(text: string, maxBytes: number): string {
  let short = text
  while (Buffer.byteLength(short) > maxBytes) short = [...short].slice(0, -1).join('')
  return short.trimEnd()
}

/** Why a file would not be imported by its name alone; undefined when it would. */
export function whyNoFilm(name: string): string | undefined {
  const plan = planFolder([name])
  if (plan.titles.length > 0) return undefined
  const [first] = [...plan.refused, ...plan.stray, ...plan.passed]
  return first?.why ?? 'a sample or an extra by its name; call a film otherwise'
}

/** The name without its form: two files of a folder that differ in it only would be the same title. */
export function stemOf(name: string): string {
  return name.replace(/\.[^./]+$/, '').toLowerCase()
}
