/** The elements of an XML document, within bounds. Pure. */
import { SaxesParser } from 'saxes'

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  text: string
}

const maxElements = 300_000
const maxDepth = 20

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/**
 * The root element, or undefined for an empty document.
 * @throws {Error} with the reason as text when it cannot be read or is too long.
 */
export function readElements(text: string): XmlElement | undefined {
  const parser = new SaxesParser()
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  let count = 0
  parser.on('error', (error) => {
    throw new Error(`its manifest cannot be read (${error.message})`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++count > maxElements || open.length >= maxDepth) throw new Error('its manifest is too long')
    const element: XmlElement = { name: name.replace(/^.*:/, ''), attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('text', (piece) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += piece
  })
  parser.on('closetag', () => void open.pop())
  parser.write(text.replace(/^\uFEFF/, '')).close()
  return root
}
