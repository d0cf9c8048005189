/** How hard a password is to guess. The dictionary is large, so this file comes when a password is first typed. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const maxJudged = 64
const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** 0, found at once, to 4, found by nobody. `about` is what a guesser would try first: the phone, the name. */
export function judgeStrength(password: string, about: readonly string[]): number {
  return judge.check(password.slice(0, maxJudged), [...about, 'ekran', 'экран', 'uzbekistan', 'toshkent'])
    .score
}
