import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { listSources } from '#tools/architecture/read-source.ts'

/** A text in the source: a string, a part of a template, or text between tags. */
export interface SourceText {
  readonly path: string
  readonly line: number
  /** As it is at run time: escapes are resolved. */
  readonly text: string
  /** A value precedes it: it is a later part of a template. */
  readonly followsValue: boolean
}

/** An object with a text in its plural forms. */
export interface PluralForms {
  readonly path: string
  readonly line: number
  readonly forms: Readonly<Record<string, string>>
}

const folders = /^(?:contract|server|web|player|console|db\/demo|apps\/store)\//
const noTexts = /\.(?:test\.tsx?|d\.ts)$|^db\/demo\/(?:art|painting|scenes)\//

/** `one`, `few`, `many` and `other`. */
const maxForms = 4

/** Every text of the product's own sources and data files, and every set of plural forms. Paths are from `root`. */
export function readTexts(root: string): {
  readonly texts: readonly SourceText[]
  readonly plurals: readonly PluralForms[]
} {
  const texts: SourceText[] = []
  const plurals: PluralForms[] = []
  for (const path of listSources(root, /\.(tsx?|mjs|json)$/)) {
    if (!folders.test(path) || noTexts.test(path)) continue
    const source = readFileSync(join(root, path), 'utf8')
    // JSON in parentheses is an expression, and its line numbers stay unchanged.
    const result = textsIn(path, path.endsWith('.json') ? `(${source})` : source)
    texts.push(...result.texts)
    plurals.push(...result.plurals)
  }
  return { texts, plurals }
}

/** The texts of one source. */
export function textsIn(path: string, source: string) {
  const texts: SourceText[] = []
  const plurals: PluralForms[] = []
  const inForms = new Set<number>()
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length
  const add = (start: number, text: string, followsValue = false) => {
    if (text.trim() !== '' && !inForms.has(start))
      texts.push({ path, line: lineOf(start), text, followsValue })
  }
  const visitor = new Visitor({
    ObjectExpression(node) {
      // A dictionary with a text of the key `one` or `other` is no set of forms.
      if (node.properties.length > maxForms) return
      const forms: Record<string, string> = {}
      const starts: number[] = []
      for (const member of node.properties)
        if (member.type === 'Property' && member.value.type === 'Literal' && 'name' in member.key)
          if (typeof member.value.value === 'string') {
            forms[String(member.key.name)] = member.value.value
            starts.push(member.value.start)
          }
      if (!Object.keys(forms).some(isForm)) return
      for (const start of starts) inForms.add(start)
      plurals.push({ path, line: lineOf(node.start), forms })
    },
    Literal(node) {
      if (typeof node.value === 'string') add(node.start, node.value)
    },
    TemplateLiteral(node) {
      node.quasis.forEach((part, index) => add(part.start, part.value.cooked ?? '', index > 0))
    },
    JSXText(node) {
      add(node.start, node.value.replaceAll(/\s*\n\s*/g, ''))
    },
  })
  visitor.visit(parseSync(path.replace(/\.json$/, '.ts'), source).program)
  return { texts, plurals }
}

function isForm(key: string) {
  return key === 'one' || key === 'few' || key === 'many'
}
