/**
 * One spelling for words that sound alike in Russian, Uzbek (both scripts) and English, so that a name is found in any
 * spelling. The site's channel search (TV-06) and the server's index (SEARCH-02) fold in the same way.
 *
 * A folded text is not for display: `W` stands for sh and shch, `C` for ch. Only distinctions that people often
 * confuse are lost: ё and е, ц and с, й and и, қ and к, ў and о, doubled letters, apostrophes of every kind.
 */

/** Every character that is typed as the sign of oʻ and gʻ, as the tutuq belgisi and as a soft sign. */
const apostrophes = "ʻʼ’‘'`´ʹ′ˈ"

const pairs: Readonly<Record<string, string>> = {
  shch: 'W',
  sch: 'W',
  sh: 'W',
  ch: 'C',
  dzh: 'j',
  zh: 'j',
  dj: 'j',
  дж: 'j',
  kh: 'h',
  gh: 'g',
  th: 't',
  ts: 's',
  tz: 's',
  тс: 's',
  ph: 'f',
  ck: 'k',
}
const letters: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Array.from('абвгдезиклмнопрстуфхэ', (from, at) => [from, 'abvgdeziklmnoprstufhe'[at] ?? '']),
  ),
  ё: 'e',
  ж: 'j',
  й: 'i',
  ц: 's',
  ч: 'C',
  ш: 'W',
  щ: 'W',
  ъ: '',
  ы: 'i',
  ь: '',
  ю: 'iu',
  я: 'ia',
  ў: 'o',
  қ: 'k',
  ғ: 'g',
  ҳ: 'h',
  // Latin letters that stand for more than one sound.
  y: 'i',
  w: 'v',
  q: 'k',
  c: 'k',
  ı: 'i',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ß: 's',
  æ: 'e',
}
/** Longer ones before shorter ones; s and h with a sign between them are two sounds (Isʼhoq). */
const sounds = new RegExp(
  `s[${apostrophes}]h|${Object.keys(pairs).join('|')}|[${Object.keys(letters).join('')}x${apostrophes}]`,
  'g',
)
const defaultValue = new RegExp(`^[ -~а-яёўқғҳ${apostrophes}«»—–]*$`)
const unusualLetter = /[^ -~а-яёўқғҳ]/g
const invisible = /\p{Cf}/gu

/**
 * The folded spelling of a text. Latin `x` is read as in Uzbek; `x: 'ks'` gives the other reading (Matrix, Матрикс).
 * Signs and spaces stay in place.
 */
export function fold(text: string, x: 'h' | 'ks' = 'h'): string {
  return plain(text)
    .replace(sounds, (sound) => {
      if (sound.length === 1) return sound === 'x' ? x : (letters[sound] ?? '')
      return pairs[sound] ?? 'sh'
    })
    .replace(/i+([eo])/g, 'e')
    .replace(/([a-zCW])\1+/g, '$1')
}

/** Lower case, one code per letter, without decorative marks and invisible characters. */
function plain(text: string): string {
  const lower = text.toLowerCase()
  if (defaultValue.test(lower)) return softC(lower)
  const seen = lower.normalize('NFKC').replace(invisible, '')
  return softC(seen.replace(unusualLetter, (letter) => letter.normalize('NFKD').replace(/\p{M}/gu, '')))
}

/** English c before e, i and y sounds like the s of the other alphabets. */
function softC(lower: string): string {
  return lower.includes('c') ? lower.replace(/c(?=[eiy])/g, 's') : lower
}

/** The folded words of a text, in order. */
export function foldedWords(text: string, x: 'h' | 'ks' = 'h'): string[] {
  return fold(text, x)
    .split(notInWord)
    .filter((word) => word !== '')
}
const notInWord = /[^\p{L}\p{N}]+/u
