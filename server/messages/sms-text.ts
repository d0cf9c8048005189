/** Encodes a text as SMS: the alphabet, and the parts with their headers. */

/** GSM 03.38: the index of a character is its code. */
const gsmBasic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** These take two positions: an escape and the code after it. */
const gsmExtended: Readonly<Record<string, number>> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
}
const escape = 0x1b

/**
 * `gsm`: one byte per character of GSM 03.38, data coding 0. `ascii`: the same texts as plain ASCII, data coding 1,
 * for message centres whose own alphabet is ASCII; only then is `@` the byte 0x40. Everything else is sent as UCS-2.
 */
export type Alphabet = 'gsm' | 'ascii'

export interface SmsPart {
  readonly dataCoding: number
  readonly hasHeader: boolean
  readonly bytes: Buffer
}

export const maxParts = 10

interface Coding {
  readonly dataCoding: number
  /** One entry per character, never split. */
  readonly characters: readonly Buffer[]
  /** Bytes of text in a single message, and in one of several. */
  readonly single: number
  readonly several: number
}

/**
 * The parts of a text, or undefined when there would be more than `maxParts`. `reference` joins them on the phone.
 */
export function partsOf(text: string, alphabet: Alphabet, reference: number): readonly SmsPart[] | undefined {
  const coding = codingOf(text, alphabet)
  const { dataCoding } = coding
  const whole = Buffer.concat(coding.characters)
  if (whole.length <= coding.single) return [{ dataCoding, hasHeader: false, bytes: whole }]
  const pieces: Buffer[][] = [[]]
  let length = 0
  for (const character of coding.characters) {
    if (length + character.length > coding.several) {
      if (pieces.length === maxParts) return undefined
      pieces.push([])
      length = 0
    }
    pieces.at(-1)?.push(character)
    length += character.length
  }
  return pieces.map((piece, at) => ({
    dataCoding,
    hasHeader: true,
    bytes: Buffer.concat([Buffer.from([5, 0, 3, reference & 0xff, pieces.length, at + 1]), ...piece]),
  }))
}

function codingOf(text: string, alphabet: Alphabet): Coding {
  const gsm = [...text].map(gsmBytes)
  const encodable = gsm.filter((bytes) => bytes !== undefined)
  if (encodable.length === gsm.length) {
    if (alphabet === 'gsm') return { dataCoding: 0, characters: encodable, single: 160, several: 153 }
    if (/^[\0-\x7f]*$/.test(text))
      return {
        dataCoding: 1,
        characters: [...text].map((character) => Buffer.from(character, 'latin1')),
        single: 160,
        several: 153,
      }
  }
  const characters = [...text].map((character) => Buffer.from(character, 'utf16le').swap16())
  return { dataCoding: 8, characters, single: 140, several: 134 }
}

function gsmBytes(character: string): Buffer | undefined {
  const extended = gsmExtended[character]
  if (extended !== undefined) return Buffer.from([escape, extended])
  const basic = gsmBasic.indexOf(character)
  return basic < 0 || basic === escape ? undefined : Buffer.from([basic])
}

/** How a text is sent: the alphabet that all its characters fit into, and the parts. */
export interface SmsSize {
  readonly alphabet: 'gsm' | 'ucs2'
  /** 0: more than `maxParts`, which no gateway gets. */
  readonly parts: number
}

/** The size of a text as an SMS. */
export function measureSms(text: string): SmsSize {
  const parts = partsOf(text, 'gsm', 0)
  const { dataCoding } = codingOf(text, 'gsm')
  return { alphabet: dataCoding === 0 ? 'gsm' : 'ucs2', parts: parts?.length ?? 0 }
}
