/** Which files are chosen for which channels; pure. */
import type { consoleLogos } from '#contract/console/logos.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'

export type LogoPart = ResponseOf<typeof consoleLogos.one>
export type LogoFile = LogoPart['files'][number]
export type LogoMatch = LogoFile['matches'][number]

/** The file of each channel, by cid. */
export type Choice = ReadonlyMap<number, number>

/** What nothing speaks against. */
export function sureChoice(files: readonly LogoFile[]): Choice {
  const choice = new Map<number, number>()
  for (const { file_no: fileNo, matches } of files)
    for (const { cid, marks } of matches) if (marks.length === 0 && !choice.has(cid)) choice.set(cid, fileNo)
  return choice
}

/** Takes or leaves a file for a channel; another file of the channel is left then. */
export function toggled(choice: Choice, cid: number, fileNo: number): Choice {
  const next = new Map(choice)
  if (next.get(cid) === fileNo) next.delete(cid)
  else next.set(cid, fileNo)
  return next
}

export const logoViews = ['all', 'sure', 'look', 'none', 'same'] as const
export type LogoView = (typeof logoViews)[number]

/** In which view a file is, besides "all": `look` has doubts, `none` no channel, `same` is there already. */
export function viewOf({ matches }: LogoFile): Exclude<LogoView, 'all'> {
  if (matches.length === 0) return 'none'
  if (matches.every(({ marks }) => marks.includes('same'))) return 'same'
  return matches.some(({ marks }) => marks.some((mark) => mark !== 'same')) ? 'look' : 'sure'
}
