/** Names of logo files, parsed; pure. A name is a label and is never opened as a path. */

const pictureEnd = /\.(?:png|jpe?g|webp|svg)$/i
/** Files that systems add to archives and folders. */
const systemFile = /(?:^|\/)(?:__MACOSX\/|\._|\.[^/]*\/|Thumbs\.db$|desktop\.ini$)/i
/** A dot in front hides a file, and is also how names of channels begin: `.black.png`. */
const hiddenFile = /(?:^|\/)\.[^/]*$/
const hiddenPicture = /\/?\.[^/]+\.(?:png|jpe?g|webp|svg)$/i
const maxLabel = 200
const maxParts = 4

/** Whether the name is that of a picture that can be a logo. */
export function isLogoName(name: string): boolean {
  return pictureEnd.test(name)
}

/** Whether the file belongs to an operating system and is left out silently. */
export function isSystemFile(name: string): boolean {
  return systemFile.test(name) || (hiddenFile.test(name) && !hiddenPicture.test(name))
}

/** A name from an archive as a label: without parents, drives and control characters, at most 200 characters. */
export function labelOf(name: string): string {
  const parts = name
    .slice(-10 * maxLabel)
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..' && !/^[a-z]:$/i.test(part))
  return parts.slice(-maxParts).join('/').slice(-maxLabel).toWellFormed() || 'file'
}

/** What a file is named, in the ways in which it may name a channel. */
export interface LogoName {
  /** Without its folder and ending. */
  readonly base: string
  /** The whole base, and without what people add to it. */
  readonly names: readonly string[]
  /** Only digits: it may be a channel's number. */
  readonly number: number | undefined
  /** Digits in front, and the name after them. */
  readonly numbered: { readonly number: number; readonly name: string } | undefined
}

/** `logo`, sizes, copies and colours. */
const additions =
  /(?<![\p{L}\p{N}])(?:logos?|logotip\p{L}*|лого(?:тип\p{L}*)?|icons?|(?:dark|light|white|color|colou?red)(?=\s*$)|\d{2,4}\s?[xх×]\s?\d{2,4}(?:px)?|\d{2,4}px|@[23]x)(?![\p{L}\p{N}])/giu
const copies = /\s*\(\d{1,3}\)\s*$|\s+-?\s*(?:copy|копия|nusxa)\s*$/iu
/** A country at the end of a name; channels of one service seldom differ by it. */
const countryEnd = /\s+(?:uz|uzb|ru|rus|kz|uzbekistan|oʻzbekiston|узбекистан)$/iu

/** Parses the name of a file. */
export function readLogoName(file: string): LogoName {
  const last = (file.split('/').at(-1) ?? file).slice(-maxLabel)
  const base = last.replace(pictureEnd, '').normalize('NFC').trim()
  // Rows of spaces would take the expressions below a long time.
  const plain = tidy(
    tidy(
      tidy(base)
        .replace(copies, '')
        .replace(/[_\-.]+/g, ' '),
    )
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(additions, ' ')
      .replace(copies, ''),
  )
  const [, digits, rest] = /^(\d{1,5})\s+(\S.*)$/u.exec(plain) ?? []
  const names = [base, plain, plain.replace(countryEnd, '')]
  return {
    base,
    names: [...new Set(names.map(tidy).filter((name) => name !== ''))],
    number: /^\d{1,5}$/.test(plain) ? Number(plain) : undefined,
    numbered: digits === undefined || rest === undefined ? undefined : { number: Number(digits), name: rest },
  }
}

function tidy(name: string): string {
  return name.replace(/\s+/g, ' ').trim()
}

/** The last parts of an address or path, folded, to compare it with a file of an archive. */
export function tailsOf(address: string): readonly string[] {
  const path = URL.canParse(address) ? new URL(address).pathname : address.replace(/[?#].*$/, '')
  const parts = labelOf(decoded(path)).toLowerCase().split('/')
  return parts.map((_, at) => parts.slice(parts.length - 1 - at).join('/'))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
