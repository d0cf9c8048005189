/** A page of text as Markdown: what people edit. `read-markdown.ts` reads it back. */
import type { BlockInput, InformationContent } from '#server/site/information/texts/information-page.ts'

/** The sections of a page, without its title and lead. */
export function writeMarkdown({ sections }: Pick<InformationContent, 'sections'>): string {
  return sections
    .map(({ id, title, when, blocks }) => {
      const shownWhen = when === undefined ? '' : ` ${when.app}=${when.is}`
      return [`## ${oneLine(title)} {#${id}${shownWhen}}`, ...separated(blocks)].join('\n\n')
    })
    .join('\n\n')
}

/** Blocks that would run together are parted by a line. */
function separated(blocks: readonly Readonly<BlockInput>[]): readonly string[] {
  return blocks.flatMap((block, place) => {
    const before = blocks[place - 1]
    const isParted = before !== undefined && runsOn(before, block)
    return isParted ? ['---', written(block)] : [written(block)]
  })
}

function runsOn(before: Readonly<BlockInput>, block: Readonly<BlockInput>): boolean {
  if (block.kind === 'text') return before.kind === 'answer' || before.kind === 'reason'
  return before.kind === block.kind && (block.kind === 'list' || block.kind === 'steps')
}

function written(block: Readonly<BlockInput>): string {
  switch (block.kind) {
    case 'text':
      return paragraphs(block.text)
    case 'list':
      return block.items.map((item, place) => `- ${oneLine(item)}${pictured(block, place)}`).join('\n')
    case 'steps':
      return block.items
        .map((item, place) => `${place + 1}. ${oneLine(item)}${pictured(block, place)}`)
        .join('\n')
    case 'answer':
      return `### ${oneLine(block.question)} {#${block.id}}\n\n${paragraphs(block.text)}`
    case 'reason':
      return `#### ${oneLine(block.title)}\n\n${paragraphs(block.text)}`
    case 'link':
      return `[${oneLine(block.name)}](${block.href}) ${oneLine(block.text)}`.trim()
    case 'contacts':
      return '{contacts}'
    case 'app':
      return `{app ${block.of}}`
  }
}

/** The mark of an item's picture. */
function pictured(
  { pictures }: Readonly<Extract<BlockInput, { pictures?: unknown }>>,
  place: number,
): string {
  const picture = pictures?.[place] ?? null
  return picture === null ? '' : ` {picture ${picture}}`
}

/** A paragraph that begins like something else gets a backslash. */
function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) =>
      oneLine(paragraph).replace(/^(?=#|[-*]\s|\d+[.)]\s|\[|\{(?:contacts|app)|---|\\)/, '\\'),
    )
    .join('\n\n')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').trim()
}
