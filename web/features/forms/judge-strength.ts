/**
 * Estimates the strength of a password. The dictionary is large, so this file is loaded when a password is first
 * typed.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const maxJudged = 64
const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/**
 * 0 (guessed at once) to 4 (very strong). `about`: personal data an attacker would try first, such as the phone and
 * the name.
 */
export function judgeStrength(password: string, about: readonly string[]): number {
  return judge.check(password.slice(0, maxJudged), [...about, 'ekran', 'экран', 'uzbekistan', 'toshkent'])
    .score
}
