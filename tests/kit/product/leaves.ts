/** A response as the list of its values, each with its path: the same for JSON and for XML of one content. */
import { SaxesParser } from 'saxes'

/** `data.channels.item.name=Chorsu`, in the order of the document; empty values are left out. */
export function leavesOfJson(value: unknown, path = 'rss'): readonly string[] {
  // A list is its name with an item for each element; a list called item has its elements directly.
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => {
      const place = path.endsWith('.item') ? path : `${path}.item`
      return leavesOfJson(item, Array.isArray(item) ? `${place}.item` : place)
    })
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, item]) => leavesOfJson(item, `${path}.${name}`))
  }
  return value === null || value === undefined || value === '' ? [] : [`${path}=${String(value)}`]
}

/** The same for an XML text. Throws when it is not well-formed. */
export function leavesOfXml(text: string): readonly string[] {
  const leaves: string[] = []
  const path: string[] = []
  let words = ''
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    // A key that is no valid XML name is an entry with its name as an attribute.
    path.push(name === 'entry' ? String(attributes['key'] ?? name) : name)
    words = ''
  })
  parser.on('text', (part) => (words += part))
  parser.on('closetag', () => {
    if (words !== '') leaves.push(`${path.join('.')}=${words}`)
    words = ''
    path.pop()
  })
  parser.write(text).close()
  return leaves
}
