/** Rules by which a tariff opens channels. */
import * as z from 'zod/mini'
import { id } from '#contract/form/fields.ts'

/** Languages of a channel's sound; `other`: one that is not listed. */
export const channelLanguages = ['ru', 'uz', 'en', 'kk', 'ky', 'tg', 'tr', 'other'] as const
export const channelQualities = ['sd', 'hd', 'uhd'] as const

/** A channel fits when it fits each list that is not empty: any of the categories, any of the languages, and so on. */
export const ChannelRuleFields = z.object({
  /** What fits is not opened, whatever other rules say. */
  except: z.boolean(),
  categories: z.array(id()).check(z.maxLength(100)),
  languages: z.array(z.enum(channelLanguages)).check(z.maxLength(channelLanguages.length)),
  qualities: z.array(z.enum(channelQualities)).check(z.maxLength(channelQualities.length)),
})
export type ChannelRule = z.output<typeof ChannelRuleFields>

/** At most so many rules in a tariff. */
export const maxChannelRules = 30

/** What a rule looks at. */
export interface RuledChannel {
  /** Of both kinds: the main one and the additional ones. */
  readonly categories: readonly number[]
  readonly languages: readonly string[]
  /** Null: nobody said. */
  readonly quality: string | null
}

/**
 * Whether rules open a channel: one that fits a rule and no exception. Exceptions alone open everything else; no rule
 * opens nothing. The database decides by the same terms (`channels_of_rules`).
 */
export function isOpenedByRules(channel: RuledChannel, rules: readonly ChannelRule[]): boolean {
  if (rules.length === 0) return false
  const [exceptions, openings] = [rules.filter(({ except }) => except), rules.filter(({ except }) => !except)]
  if (exceptions.some((rule) => fits(channel, rule))) return false
  return openings.length === 0 || openings.some((rule) => fits(channel, rule))
}

function fits(channel: RuledChannel, { categories, languages, qualities }: ChannelRule): boolean {
  const isIn = <Value>(list: readonly Value[], own: readonly Value[]) =>
    list.length === 0 || own.some((one) => list.includes(one))
  return (
    isIn(categories, channel.categories) &&
    isIn<string>(languages, channel.languages) &&
    isIn<string>(qualities, channel.quality === null ? [] : [channel.quality])
  )
}
