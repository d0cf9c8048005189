import { fold } from '#contract/search/search-folding.ts'

/** Words that only say that it is a channel. */
export const weakWords = new Set(
  [
    'канал',
    'телеканал',
    'тв',
    'tv',
    'kanal',
    'kanali',
    'telekanal',
    'telekanali',
    'channel',
    'телевидение',
    'television',
    'televideniye',
  ].map((word) => fold(word)),
)

/** Numbers as words. */
export const numberWords: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
}
