/** What a blackout would close, before it is saved. */
import type { BlackoutHold } from '#contract/form/blackouts.ts'
import {
  type BlackoutContent,
  type BlackoutFields,
  type BlackoutRefused,
  checkedBlackout,
  effectiveHolds,
} from './edit-blackouts.ts'
import type { StoredBlackout } from './blackout-store.ts'

export interface BlackoutEffect {
  readonly kind: 'effect'
  readonly label: string
  /** Unix milliseconds. */
  readonly fromMs: number
  readonly untilMs: number | null
  /** How many programmes of the guide it touches, as far as the guide in memory reaches. */
  readonly programmes: number
  readonly first: readonly { readonly title: string; readonly beginMs: number }[]
  readonly holds: readonly BlackoutHold[]
}

const maxNamed = 3

/** `stored`: the blackout that is edited; undefined for a new one. */
export function previewBlackout(
  fields: BlackoutFields,
  stored: StoredBlackout | undefined,
  content: BlackoutContent,
): BlackoutEffect | BlackoutRefused {
  const checked = checkedBlackout(fields, stored, content)
  if (checked.kind !== 'checked') return checked
  const { subject, fromMs, untilMs: endMs } = checked
  const untilMs = subject.programme === null ? endMs : (endMs ?? subject.programme.endMs)
  const touched =
    fields.cid === null
      ? []
      : content.television.guide.window(fields.cid, fromMs, untilMs ?? Number.POSITIVE_INFINITY)
  return {
    ...{ kind: 'effect', label: subject.label, fromMs, untilMs, programmes: touched.length },
    first: touched.slice(0, maxNamed).map(({ title, beginMs }) => ({ title: title.ru || title.uz, beginMs })),
    holds: effectiveHolds(fields),
  }
}
