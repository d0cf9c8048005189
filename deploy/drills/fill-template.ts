/** The files of `deploy/postgresql` as an operator fills them in. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('../postgresql/', import.meta.url)

/** The text of a file with every `<name>` replaced; throws when one has no value, or a value has no place. */
export function fillTemplate(file: string, values: Readonly<Record<string, string | number>>): string {
  const unused = new Set(Object.keys(values))
  const text = readFileSync(fileURLToPath(new URL(file, folder)), 'utf8')
  const filled = text.replaceAll(/<(\w+)>/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${file}: no value of ${name}`)
    unused.delete(name)
    return String(value)
  })
  if (unused.size > 0) throw new Error(`${file} has no place for ${[...unused].join(', ')}`)
  return filled
}
