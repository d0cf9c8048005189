/** Markdown of a page of text, read into its sections. Everything that is not understood is named by its line. */
import { type StepPictureName, stepPictures } from '#contract/site/information.ts'
import {
  appNames,
  type BlockInput,
  type InformationContent,
  installWays,
  isAnchor,
  isLinkAddress,
} from '#server/site/information/texts/information-page.ts'

/** Why a line was not understood. */
export type MarkdownReason =
  | 'before_section'
  | 'empty_section'
  | 'no_text'
  | 'link_address'
  | 'unknown_mark'
  | 'same_id'
  | 'too_long'
  | 'no_sections'

export interface MarkdownProblem {
  /** From 1. */
  readonly line: number
  readonly reason: MarkdownReason
}

type Section = InformationContent['sections'][number]

export interface ReadMarkdown {
  readonly sections: readonly Section[]
  readonly problems: readonly MarkdownProblem[]
}

/** A page is never longer; what follows would be looked at by nobody. */
const maxLines = 3000
const maxSections = 50
const maxBlocks = 100
const maxItems = 50
const max = { heading: 200, question: 300, text: 5000, item: 2000, reason: 2000, linkText: 300 } as const

export function readMarkdown(text: string): ReadMarkdown {
  const reader = new MarkdownReader()
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  lines.slice(0, maxLines).forEach((line, place) => reader.read(line.trim(), place + 1))
  if (lines.length > maxLines) reader.problem('too_long', maxLines + 1)
  return reader.end()
}

interface OpenSection {
  readonly id: string
  readonly title: string
  readonly when: Section['when']
  readonly line: number
  readonly blocks: BlockInput[]
}

/** A heading of a question or a reason waits for its text; a paragraph or a list may go on in the next line. */
type Open =
  | { readonly kind: 'paragraph'; text: string; isBroken: boolean }
  | {
      readonly kind: 'heading'
      readonly block: 'answer' | 'reason'
      readonly title: string
      readonly id: string
      readonly line: number
      text: string
      isBroken: boolean
    }
  | {
      readonly kind: 'list' | 'steps'
      readonly items: string[]
      /** The picture of each item. */
      readonly pictures: (StepPictureName | null)[]
      isBroken: boolean
    }

class MarkdownReader {
  readonly #sections: OpenSection[] = []
  readonly #problems: MarkdownProblem[] = []
  readonly #ids = new Set<string>()
  #open: Open | undefined
  #line = 0

  problem(reason: MarkdownReason, line = this.#line): void {
    this.#problems.push({ line, reason })
  }

  read(line: string, number: number): void {
    this.#line = number
    if (line === '') return this.#breakLine()
    if (/^-{3,}$/.test(line)) return this.#close()
    const heading = /^(#{1,4})\s+(.*)$/.exec(line)
    if (heading !== null) return this.#heading(heading[1] ?? '', heading[2] ?? '')
    const item = /^(?:[-*]|(\d+)[.)])\s+(.*)$/.exec(line)
    if (item !== null) return this.#item(item[1] === undefined ? 'list' : 'steps', item[2] ?? '')
    const link = /^\[([^\]]+)\]\(([^)\s]*)\)\s*(.*)$/.exec(line)
    if (link !== null) return this.#link(link[1] ?? '', link[2] ?? '', link[3] ?? '')
    const mark = /^\{(contacts|app(?:\s+(\S*))?)\}$/.exec(line)
    if (mark !== null) return this.#mark(mark[1] ?? '', mark[2] ?? '')
    this.#text(line.replace(/^\\/, ''))
  }

  end(): ReadMarkdown {
    this.#close()
    this.#endSection()
    if (this.#sections.length === 0) this.problem('no_sections', 1)
    const sections = this.#sections.map(({ id, title, when, blocks }) => ({
      id,
      title,
      ...(when === undefined ? {} : { when }),
      blocks,
    }))
    return { sections, problems: this.#problems }
  }

  #breakLine(): void {
    if (this.#open !== undefined) this.#open.isBroken = true
  }

  #heading(marks: string, text: string): void {
    this.#close()
    const { title, id, when } = this.#attributes(text)
    if (title === '') return this.problem('no_text')
    if (title.length > (marks === '###' ? max.question : max.heading)) this.problem('too_long')
    if (marks.length <= 2) return this.#begin(title, id, when)
    if (!this.#isInSection()) return
    this.#open = {
      kind: 'heading',
      block: marks === '###' ? 'answer' : 'reason',
      title,
      id: marks === '###' ? this.#idOf(id, 'question') : '',
      line: this.#line,
      text: '',
      isBroken: true,
    }
  }

  /** `Title {#id lg=store}` */
  #attributes(text: string): { readonly title: string; readonly id: string; readonly when: Section['when'] } {
    const [, title = text, inside = ''] = /^(.*?)\s*\{#([^}]*)\}$/.exec(text) ?? []
    const [id = '', condition, ...rest] = inside.split(/\s+/)
    if (id !== '' && !isAnchor(id)) this.problem('unknown_mark')
    const [name, way] = (condition ?? '').split('=')
    const app = appNames.find((one) => one === name)
    const is = installWays.find((one) => one === way)
    if ((condition !== undefined && (app === undefined || is === undefined)) || rest.length > 0)
      this.problem('unknown_mark')
    return {
      title: title.trim(),
      id: isAnchor(id) ? id : '',
      when: app === undefined || is === undefined ? undefined : { app, is },
    }
  }

  #begin(title: string, id: string, when: Section['when']): void {
    this.#endSection()
    if (this.#sections.length === maxSections) this.problem('too_long')
    this.#sections.push({ id: this.#idOf(id, 'section'), title, when, line: this.#line, blocks: [] })
  }

  /** The id that was written, else the next one of its kind. */
  #idOf(id: string, kind: 'section' | 'question'): string {
    if (this.#ids.has(id)) this.problem('same_id')
    let own = id
    for (let number = 1; own === '' || (own !== id && this.#ids.has(own)); number++) own = `${kind}-${number}`
    this.#ids.add(own)
    return own
  }

  #item(kind: 'list' | 'steps', written: string): void {
    const { text, picture } = this.#pictureOf(written)
    if (text.length > max.item) this.problem('too_long')
    if (this.#open?.kind === kind) {
      this.#open.items.push(text)
      this.#open.pictures.push(picture)
      this.#open.isBroken = false
      return
    }
    this.#close()
    if (this.#isInSection()) this.#open = { kind, items: [text], pictures: [picture], isBroken: false }
  }

  /** `Press Home {picture home-key}` */
  #pictureOf(written: string): { readonly text: string; readonly picture: StepPictureName | null } {
    const [, text, name] = /^(.*\S)\s+\{picture\s+(\S+)\}$/.exec(written) ?? []
    if (text === undefined) return { text: written, picture: null }
    const picture = stepPictures.find((one) => one === name) ?? null
    if (picture === null) this.problem('unknown_mark')
    return { text, picture }
  }

  #link(name: string, href: string, text: string): void {
    this.#close()
    if (!isLinkAddress(href)) return this.problem('link_address')
    if (name.length > max.heading || text.length > max.linkText) this.problem('too_long')
    this.#add({ kind: 'link', name: name.trim(), href, text })
  }

  #mark(mark: string, name: string): void {
    this.#close()
    if (mark === 'contacts') return this.#add({ kind: 'contacts' })
    const app = appNames.find((one) => one === name)
    if (app === undefined) return this.problem('unknown_mark')
    this.#add({ kind: 'app', of: app })
  }

  #text(text: string): void {
    const open = this.#open
    if (open?.kind === 'heading') {
      open.text = joined(open.text, text, open.isBroken && open.text !== '')
      open.isBroken = false
      return
    }
    if (open !== undefined && !open.isBroken) {
      if (open.kind === 'paragraph') open.text = joined(open.text, text, false)
      else open.items.push(joined(open.items.pop() ?? '', text, false))
      return
    }
    this.#close()
    if (this.#isInSection()) this.#open = { kind: 'paragraph', text, isBroken: false }
  }

  #close(): void {
    const open = this.#open
    this.#open = undefined
    if (open === undefined) return
    if (open.kind === 'paragraph') this.#add({ kind: 'text', text: this.#limited(open.text, max.text) })
    else if (open.kind === 'heading') this.#closeHeading(open)
    else {
      if (open.items.length > maxItems) this.problem('too_long')
      const { kind, items, pictures } = open
      this.#add({ kind, items, ...(pictures.some((one) => one !== null) ? { pictures } : {}) })
    }
  }

  #closeHeading({ block, title, id, line, text }: Extract<Open, { readonly kind: 'heading' }>): void {
    if (text === '') return this.problem('no_text', line)
    if (block === 'reason') this.#add({ kind: 'reason', title, text: this.#limited(text, max.reason) })
    else this.#add({ kind: 'answer', id, question: title, text: this.#limited(text, max.text) })
  }

  #limited(text: string, length: number): string {
    if (text.length > length) this.problem('too_long')
    return text
  }

  #add(block: BlockInput): void {
    if (!this.#isInSection()) return
    const blocks = this.#sections.at(-1)?.blocks
    if (blocks?.length === maxBlocks) this.problem('too_long')
    blocks?.push(block)
  }

  #isInSection(): boolean {
    if (this.#sections.length > 0) return true
    this.problem('before_section')
    return false
  }

  #endSection(): void {
    const last = this.#sections.at(-1)
    if (last?.blocks.length === 0) this.problem('empty_section', last.line)
  }
}

function joined(text: string, more: string, isBroken: boolean): string {
  return text === '' ? more : `${text}${isBroken ? '\n\n' : ' '}${more}`
}
