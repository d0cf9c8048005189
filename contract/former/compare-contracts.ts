/** What a release must not take from the clients of the former one. */
import type { Described, Field } from './describe-contract.ts'

/**
 * A sentence for each thing that clients of `former` use and `current` does not have, or that `current` wants and they do
 * not send. Added endpoints, fields of answers, optional inputs and values of inputs are free.
 */
export function brokenBetween(former: Described, current: Described): readonly string[] {
  return [...former].flatMap(([endpoint, fields]) => {
    const now = current.get(endpoint)
    if (now === undefined) return [`${endpoint} was removed`]
    return [...brokenFields(fields, now), ...newlyRequired(fields, now)].map((text) => `${endpoint}: ${text}`)
  })
}

function brokenFields(
  former: ReadonlyMap<string, Field>,
  current: ReadonlyMap<string, Field>,
): readonly string[] {
  return [...former].flatMap(([name, before]) => {
    const after = current.get(name)
    if (after === undefined) return [`${name} was removed`]
    return name.startsWith('in') ? brokenInput(name, before, after) : brokenOutput(name, before, after)
  })
}

/** Clients of the former release send what they always have. */
function brokenInput(name: string, before: Field, after: Field): readonly string[] {
  const isAny = after.types.includes('any')
  const types = before.types.filter((type) => !isAny && !after.types.includes(type))
  const isListNow = before.values.length === 0 && after.values.length > 0
  const values = before.values.filter((value) => after.values.length > 0 && !after.values.includes(value))
  return [
    ...(after.isRequired && !before.isRequired ? [`${name} is required now`] : []),
    ...types.map((type) => `${name} is no ${type} any more`),
    ...(isListNow ? [`${name} has a list of values now`] : []),
    ...values.map((value) => `${name} may not be ${value} any more`),
    ...(isNarrower(before.range, after.range)
      ? [`${name} has a narrower range now: ${before.range.join('..')} → ${after.range.join('..')}`]
      : []),
  ]
}

/** They read what they always have. */
function brokenOutput(name: string, before: Field, after: Field): readonly string[] {
  const isAny = before.types.includes('any')
  const types = after.types.filter((type) => !isAny && !before.types.includes(type))
  return [
    ...(before.isRequired && !after.isRequired ? [`${name} may be absent now`] : []),
    ...types.map((type) => `${name} may be ${type} now`),
  ]
}

function newlyRequired(
  former: ReadonlyMap<string, Field>,
  current: ReadonlyMap<string, Field>,
): readonly string[] {
  return [...current]
    .filter(([name, { isRequired }]) => name.startsWith('in ') && isRequired && !former.has(name))
    .filter(([name]) => !isWithinNew(name, former))
    .map(([name]) => `${name} is new and required`)
}

/** A required part of an optional field that nobody sends. */
function isWithinNew(name: string, former: ReadonlyMap<string, Field>): boolean {
  const parent = name.replace(/(?:\[\]|\.[^.[\]]+)$/, '')
  return parent !== name && !former.has(parent)
}

function isNarrower([from, to]: Field['range'], [fromNow, toNow]: Field['range']): boolean {
  const isRaised = fromNow !== '' && Number(fromNow) > (from === '' ? Number.NEGATIVE_INFINITY : Number(from))
  const isLowered = toNow !== '' && Number(toNow) < (to === '' ? Number.POSITIVE_INFINITY : Number(to))
  // A smallest length of nothing is none.
  return (isRaised && Number(fromNow) !== 0) || isLowered
}
