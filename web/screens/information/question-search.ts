import type { Block } from '#contract/site/information.ts'
import { matchesName } from '#web/features/channels/channel-search.ts'

type Answer = Extract<Block, { kind: 'answer' }>
interface Section {
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
}

/**
 * The questions that match, under their headings: every word of the query occurs in the question or its answer, in
 * whatever alphabet or keyboard layout it was typed. An empty query matches all.
 */
export function matchingSections<S extends Section>(sections: readonly S[], query: string): readonly S[] {
  const requested = query.trim().split(/\s+/).filter(Boolean)
  if (requested.length === 0) return sections
  const isMeant = (block: Block): block is Answer =>
    block.kind === 'answer' && requested.every((word) => matchesName(`${block.question} ${block.text}`, word))
  return sections
    .map((section) => ({ ...section, blocks: section.blocks.filter(isMeant) }))
    .filter(({ blocks }) => blocks.length > 0)
}

/** The number of questions. */
export function countAnswers(sections: readonly Section[]): number {
  return sections.reduce((sum, { blocks }) => sum + blocks.filter(({ kind }) => kind === 'answer').length, 0)
}
