import { SaxesParser } from 'saxes'

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

/** Every element of a small document, in the order they end. Throws when it is not well-formed. */
export function readXml(text: string): readonly XmlElement[] {
  const parser = new SaxesParser()
  const open: { name: string; attributes: Record<string, string>; text: string }[] = []
  const ended: XmlElement[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) =>
    open.push({ name, attributes: { ...attributes } as never, text: '' }),
  )
  parser.on('text', (piece) => {
    const last = open.at(-1)
    if (last !== undefined) last.text += piece
  })
  parser.on('closetag', () => {
    const last = open.pop()
    if (last !== undefined) ended.push(last)
  })
  parser.write(text).close()
  return ended
}
