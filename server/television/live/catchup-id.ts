import type { TelevisionSnapshot } from './live-television.ts'

/** The id at its provider of the programme that begins then (unix milliseconds, to the second). */
export function catchupIdAt(
  { guide }: Pick<TelevisionSnapshot, 'guide'>,
  cid: number,
  beginMs: number,
): string | undefined {
  return guide
    .window(cid, beginMs, beginMs + 1000)
    .find((one) => Math.floor(one.beginMs / 1000) === Math.floor(beginMs / 1000))?.catchupId
}
