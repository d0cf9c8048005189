/** An API as short lines of text, one for each field, which a person can review and a test can compare. */
import * as z from 'zod/mini'

/** `GET /path` → its fields: `in name`, `out data.name` → what they are. */
export type Described = ReadonlyMap<string, ReadonlyMap<string, Field>>

export interface Field {
  readonly isRequired: boolean
  /** `string`, `integer`, `null`, …, in order. */
  readonly types: readonly string[]
  /** The values it may have, as JSON; empty when all of its types. */
  readonly values: readonly string[]
  /** The smallest and the largest value or length; an empty text for none. */
  readonly range: readonly [string, string]
}

const Part = z.record(z.string(), z.unknown())
type Part = z.output<typeof Part>
/** A shape that contains itself is described to this depth. */
const maxDepth = 12

/** Describes an OpenAPI document of this repository (`openapi.ts`). */
export function describeContract(document: Part): Described {
  const described = new Map<string, Map<string, Field>>()
  for (const [path, methods] of entriesOf(document['paths']))
    for (const [method, operation] of entriesOf(methods)) {
      const fields = new Map<string, Field>()
      for (const parameter of listOf(partOf(operation)['parameters']).map(partOf))
        describe(
          fields,
          `in ${String(parameter['name'])}`,
          parameter['schema'],
          parameter['required'] === true,
        )
      const body = inner(operation, 'requestBody', 'content', 'application/json', 'schema')
      if (body !== undefined) describe(fields, 'in', body, true)
      const answer = inner(operation, 'responses', '200', 'content', 'application/json', 'schema')
      describe(fields, 'out', answer, true)
      described.set(`${method.toUpperCase()} ${path}`, fields)
    }
  return described
}

function describe(
  fields: Map<string, Field>,
  name: string,
  schema: unknown,
  isRequired: boolean,
  depth = 0,
): void {
  const branches = branchesOf(partOf(schema))
  const own: Field = {
    isRequired,
    types: [...new Set(branches.flatMap(typesOf))].toSorted(),
    values: branches.every((branch) => valuesOf(branch).length > 0 || typesOf(branch)[0] === 'null')
      ? [...new Set(branches.flatMap(valuesOf))].toSorted()
      : [],
    range: branches.length === 1 ? rangeOf(branches[0] ?? {}) : ['', ''],
  }
  const before = fields.get(name)
  // What a list of alternatives names twice is required only where all of them require it.
  fields.set(name, before === undefined ? own : { ...own, isRequired: own.isRequired && before.isRequired })
  if (depth >= maxDepth) return
  const shapes = branches.filter((branch) => branch['properties'] !== undefined)
  for (const branch of branches) {
    const required = new Set(listOf(branch['required']))
    for (const [key, value] of entriesOf(branch['properties'])) {
      const isInAll = shapes.every((shape) => partOf(shape['properties'])[key] !== undefined)
      const child = name === 'in' || name === 'out' ? `${name} ${key}` : `${name}.${key}`
      describe(fields, child, value, required.has(key) && isInAll, depth + 1)
    }
    if (branch['items'] !== undefined) describe(fields, `${name}[]`, branch['items'], true, depth + 1)
    const others = branch['additionalProperties']
    if (typeof others === 'object' && Object.keys(partOf(others)).length > 0)
      describe(fields, `${name}.*`, others, false, depth + 1)
  }
}

/** The alternatives of a schema; a failure, which every endpoint may answer with, is none. */
function branchesOf(schema: Part): readonly Part[] {
  const alternatives = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].map(partOf)
  if (alternatives.length > 0) return alternatives.flatMap(branchesOf)
  return String(schema['$ref'] ?? '').endsWith('/Failure') ? [] : [schema]
}

function typesOf(schema: Part): readonly string[] {
  const { type } = schema
  if (type !== undefined) return (Array.isArray(type) ? type : [type]).map(String)
  const [value] = valuesOf(schema)
  if (value === undefined) return ['any']
  const constant: unknown = JSON.parse(value)
  return [constant === null ? 'null' : typeof constant === 'number' ? 'integer' : typeof constant]
}

function valuesOf(schema: Part): readonly string[] {
  const { const: constant } = schema
  return constant === undefined
    ? listOf(schema['enum']).map((value) => JSON.stringify(value))
    : [JSON.stringify(constant)]
}

function rangeOf(schema: Part): readonly [string, string] {
  const first = (...names: readonly string[]) => {
    const name = names.find((one) => schema[one] !== undefined)
    return name === undefined ? '' : String(schema[name])
  }
  return [first('minimum', 'minLength', 'minItems'), first('maximum', 'maxLength', 'maxItems')]
}

/** As text: an endpoint a line, and below it each of its fields, indented. */
export function writeContract(described: Described): string {
  const lines = [...described]
    .toSorted(byName)
    .flatMap(([endpoint, fields]) => [
      endpoint,
      ...[...fields].toSorted(byName).map(([name, field]) => `  ${name}${textOf(field)}`),
    ])
  return `${lines.join('\n')}\n`
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : Number(one > other)

function textOf({ isRequired, types, values, range }: Field): string {
  const limits = range.some((end) => end !== '') ? ` ${range.join('..')}` : ''
  return `${isRequired ? '!' : '?'} ${types.join('|')}${limits}${values.length === 0 ? '' : ` ${values.join(' ')}`}`
}

const line = /^ {2}(\S+(?: \S+)??)([!?]) (\S+)(?: (\S*)\.\.(\S*))?(?: (.*))?$/

/** Reads what `writeContract` has written; throws where it is something else. */
export function readContract(text: string): Described {
  const described = new Map<string, Map<string, Field>>()
  let fields = new Map<string, Field>()
  for (const row of text.trimEnd().split('\n')) {
    if (!row.startsWith(' ')) {
      fields = new Map()
      described.set(row, fields)
      continue
    }
    const match = line.exec(row)
    if (match === null) throw new Error(`a line of the former contract cannot be read: ${row}`)
    const [, name = '', mark, types = '', from = '', to = '', values = ''] = match
    fields.set(name, {
      ...{ isRequired: mark === '!', types: types.split('|'), range: [from, to] },
      values: values === '' ? [] : values.split(/ (?=["\d-]|true|false|null)/),
    })
  }
  return described
}

function partOf(value: unknown): Part {
  return typeof value === 'object' && value !== null ? (value as Part) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return Object.entries(partOf(value))
}

function inner(tree: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((part, key) => partOf(part)[key], tree)
}
