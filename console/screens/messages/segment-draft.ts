/** A segment while it is being edited: numbers as they are typed. Pure. */
import {
  type ConditionField,
  limitedAges,
  SegmentCondition,
  type SegmentRules,
  segmentStandings,
} from '#contract/console/segment-rules.ts'

export interface ConditionDraft {
  readonly field: ConditionField
  readonly op: 'within' | 'over' | 'below' | 'above'
  readonly days: string
  readonly sum: string
  readonly count: string
  /** Ids or names of what is ticked. */
  readonly chosen: readonly string[]
}

export interface GroupDraft {
  readonly match: 'all' | 'any'
  readonly isNot: boolean
  readonly conditions: readonly ConditionDraft[]
}

export interface SegmentDraft {
  readonly match: 'all' | 'any'
  readonly groups: readonly GroupDraft[]
}

/** What can be ticked for fields whose choices are the same everywhere. */
export const fixedChoices = {
  standing: segmentStandings,
  device: ['tv', 'phone', 'tablet', 'computer', 'other'],
  language: ['ru', 'uz', 'unknown'],
  profileAge: limitedAges.map(String),
} as const

/** A new condition about a field. */
export function emptyCondition(field: ConditionField): ConditionDraft {
  const op = field === 'balance' ? 'below' : field === 'profiles' ? 'above' : 'within'
  return { field, op, days: '', sum: '', count: '', chosen: [] }
}

export const emptyGroup: GroupDraft = { match: 'all', isNot: false, conditions: [emptyCondition('tariff')] }

export function draftOf({ match, groups }: SegmentRules): SegmentDraft {
  return {
    match,
    groups: groups.map((group) => ({
      ...{ match: group.match, isNot: group.is_not },
      conditions: group.conditions.map(conditionDraft),
    })),
  }
}

function conditionDraft(condition: SegmentCondition): ConditionDraft {
  const values: Partial<Record<string, unknown>> = condition
  const listed = values['ids'] ?? values['kinds'] ?? values['languages'] ?? values['ages'] ?? []
  const draft = emptyCondition(condition.field)
  return {
    ...draft,
    op: 'op' in condition ? condition.op : draft.op,
    days: 'days' in condition ? String(condition.days) : '',
    sum: 'sum' in condition ? String(condition.sum) : '',
    count: 'count' in condition ? String(condition.count) : '',
    chosen: Array.isArray(listed) ? listed.map(String) : [],
  }
}

/** Undefined while something is missing or wrong. */
export function rulesOf({ match, groups }: SegmentDraft): SegmentRules | undefined {
  const complete: SegmentRules['groups'] = []
  for (const group of groups) {
    const conditions = group.conditions.map(conditionOf)
    const written = conditions.filter((one) => one !== undefined)
    if (written.length === 0 || written.length < conditions.length) return undefined
    complete.push({ match: group.match, is_not: group.isNot, conditions: written })
  }
  return { match, groups: complete }
}

function conditionOf({ field, op, days, sum, count, chosen }: ConditionDraft): SegmentCondition | undefined {
  const ids = chosen.map(Number)
  const values = { field, op, days, sum, count, ids, ages: ids, kinds: chosen, languages: chosen }
  const parsed = SegmentCondition.safeParse(values)
  return parsed.success ? parsed.data : undefined
}
