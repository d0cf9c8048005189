/** A setting as one text of `name=value` with `&` between. */
import * as z from 'zod/mini'

/** Each field with its format; one without a default is required. */
export type FieldForms<Name extends string> = Readonly<
  Record<
    Name,
    {
      readonly form: RegExp
      readonly default?: string
      /** A further check of a value that has the format; returns the error as text without the value. */
      readonly problem?: (value: string) => string | undefined
    }
  >
>
export type FieldValues<Name extends string> = Readonly<Record<Name, string>>

type Read<Name extends string> =
  | { readonly kind: 'read'; readonly values: FieldValues<Name> }
  /** As text without any value. */
  | { readonly kind: 'wrong'; readonly problem: string }

/**
 * The schema of an optional setting of fields, and what explains an invalid one without showing its values. `together`
 * returns what is wrong with fields that are right one by one, as text without their values.
 */
export function fieldsSetting<Name extends string, Settings>(
  forms: FieldForms<Name>,
  settingsOf: (read: FieldValues<Name>) => Settings,
  together: (read: FieldValues<Name>) => string | undefined = () => undefined,
) {
  const explain = (text: string) => {
    const read = readFields(text, forms)
    return read.kind === 'wrong' ? read.problem : together(read.values)
  }
  const schema = z.optional(
    z.pipe(
      z.string().check(z.refine((text) => explain(text) === undefined)),
      z.transform((text: string): Settings => {
        const read = readFields(text, forms)
        if (read.kind === 'wrong') throw new Error(read.problem)
        return settingsOf(read.values)
      }),
    ),
  )
  return { schema, default: undefined, explain, forms }
}

function readFields<Name extends string>(text: string, forms: FieldForms<Name>): Read<Name> {
  const wrong = (problem: string): Read<Name> => ({ kind: 'wrong', problem })
  const params = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text.trim())) {
    if (!Object.hasOwn(forms, name))
      return wrong(`${/^\w{1,40}$/.test(name) ? name : 'A name'} is not known here.`)
    if (params.has(name)) return wrong(`${name} is given twice.`)
    params.set(name, value)
  }
  const values: Record<string, string> = {}
  for (const name of Object.keys(forms) as Name[]) {
    const { form, default: defaultValue, problem } = forms[name]
    const value = params.get(name) ?? defaultValue
    if (value === undefined) return wrong(`${name}= is missing.`)
    if (!form.test(value)) return wrong(`The value of ${name} is not of its form.`)
    const more = problem?.(value)
    if (more !== undefined) return wrong(more)
    values[name] = value
  }
  // Each name of the forms has its value by now.
  return { kind: 'read', values: values as FieldValues<Name> }
}
